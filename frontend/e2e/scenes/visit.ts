import type { Page } from '@playwright/test';

import { type Arrive, goOnCall, leaveDialog } from '../fixtures';
import { type Account, isNarrow, type Scene, settled } from './scene';

/** Somebody at the screen where the scenes begin; specialists are on call. */
export async function arriveAs(account: Account, page: Page, arrive: Arrive): Promise<Page> {
  if (account === null) return page;
  const signedIn = await arrive(account, '/help');
  if (account === 'neuro') await goOnCall(signedIn, 'Tele-Stroke');
  if (account === 'neuro2') await goOnCall(signedIn, 'Tele-Neuro');
  if (account === 'psych') await goOnCall(signedIn);
  return signedIn;
}

export function isShownTo(page: Page, { only }: Scene): boolean {
  return only === undefined || (only === 'phone') === isNarrow(page);
}

export async function visit(page: Page, { path, show }: Scene) {
  page.setDefaultTimeout(10_000);
  if (path !== undefined) await page.goto(path);
  else if (await page.getByRole('dialog').isVisible()) await leaveDialog(page);
  await settled(page);
  await show?.(page);
  await settled(page);
}
