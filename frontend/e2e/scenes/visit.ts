import type { Page } from '@playwright/test';

import { type Arrive, leaveDialog } from '../fixtures';
import { goOnCall } from '../on-call';
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

export async function visit(page: Page, { path, anew, within, show }: Scene) {
  page.setDefaultTimeout(10_000);
  if (path !== undefined && (anew === true || isFirst(page, path))) await page.goto(path);
  else if (within !== true) await goOn(page, path);
  await settled(page);
  await show?.(page);
  await settled(page);
}

/** The addresses that a page was loaded at. */
const loaded = new WeakMap<Page, Set<string>>();

/** True once for each address, so that each is seen being loaded. */
function isFirst(page: Page, path: string): boolean {
  const paths = loaded.get(page) ?? new Set();
  loaded.set(page, new Set([...paths, path]));
  return !paths.has(path);
}

/** Leaves what is open, and follows a link, which takes a fifth of the time of loading the page anew. */
async function goOn(page: Page, path: string | undefined) {
  if (await page.getByRole('dialog').isVisible()) await leaveDialog(page);
  if (path === undefined) return;
  await page.evaluate(async (href) => {
    window.shifted = 0;
    await window.__TSR_ROUTER__?.navigate({ href, ignoreBlocker: true });
  }, path);
}

declare global {
  interface Window {
    /** How far the page moved by itself since its scene was gone to (cumulative layout shift). */
    shifted?: number;
  }
}
