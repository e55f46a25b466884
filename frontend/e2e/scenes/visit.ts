import type { Page } from '@playwright/test';

import { type OpenAs, closeDialog } from '../fixtures';
import { goOnCall } from '../on-call';
import { type Account, isNarrow, type Scene, settled } from './scene';

/** Signs in for the scenes of an account; specialists go on call. */
export async function signInAs(account: Account, page: Page, openAs: OpenAs): Promise<Page> {
  if (account === null) return page;
  const signedIn = await openAs(account, '/help');
  // Requests of other tests wait for the same specialists.
  await signedIn.context().route('**/api/pages', (route) => route.fulfill({ json: [] }));
  if (account === 'neuro') await goOnCall(signedIn, 'Tele-Stroke');
  if (account === 'neuro2') await goOnCall(signedIn, 'Tele-Neuro');
  if (account === 'psych') await goOnCall(signedIn);
  return signedIn;
}

export function isShownTo(page: Page, { only }: Scene): boolean {
  return only === undefined || (only === 'phone') === isNarrow(page);
}

export async function visit(page: Page, scene: Scene) {
  const { path, within, show } = scene;
  page.setDefaultTimeout(10_000);
  if (path !== undefined && isLoadedBy(page, scene)) await load(page, path);
  else if (within !== true) await navigate(page, path);
  await settled(page);
  await show?.(page);
  await settled(page, scene);
}

/** The paths that each page has loaded. */
const loadedPaths = new WeakMap<Page, Set<string>>();

/** Whether the scene loads the page instead of navigating within the application: it asks for that, or is the first with its path. */
export function isLoadedBy(page: Page, { path, reload }: Scene): boolean {
  return path !== undefined && (reload === true || loadedPaths.get(page)?.has(path) !== true);
}

async function load(page: Page, path: string) {
  loadedPaths.set(page, new Set([...(loadedPaths.get(page) ?? []), path]));
  // The previous scene may have been about paper.
  await page.emulateMedia({ media: null });
  await page.goto(path);
}

/** Closes an open dialog and navigates within the application, which takes a fifth of the time of loading the page. */
async function navigate(page: Page, path: string | undefined) {
  if (await page.getByRole('dialog').isVisible()) await closeDialog(page);
  if (path === undefined) return;
  await page.evaluate(async (href) => {
    window.shifted = 0;
    await window.__TSR_ROUTER__?.navigate({ href, ignoreBlocker: true });
  }, path);
}

declare global {
  interface Window {
    /** The cumulative layout shift since the scene was opened. */
    shifted?: number;
  }
}
