import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import {
  type Browser,
  type BrowserContext,
  type Download,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test';
import type axe from 'axe-core';

import { type Certified, startCertified } from './certified';
import { storeSession } from './session';

/** The minified build, as each loaded page parses it again; the package's own `source` is twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One user at one computer: a separate browser context, signed in with a demonstration account. */
export type OpenAs = (username: string, path?: string) => Promise<Page>;

interface Fixtures {
  openAs: OpenAs;
}

export interface Settings {
  /** The provider: the built-in one, or the certified one with its own server. */
  provider: 'demonstration' | 'certified';
}

interface Servers {
  /** The second server with its provider; null when the first one is tested. */
  certified: Certified | null;
}

export const test = base.extend<Fixtures, Settings & Servers>({
  provider: ['demonstration', { option: true, scope: 'worker' }],
  certified: [
    async ({ provider }, use) => {
      const certified = provider === 'certified' ? await startCertified() : null;
      await use(certified);
      await certified?.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ baseURL, certified }, use) => {
    await use(certified?.origin ?? baseURL);
  },
  openAs: async ({ browser, contextOptions, provider }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, path = '/') => {
      const { context, page } = await openBrowser(browser, contextOptions);
      contexts.push(context);
      if (provider === 'demonstration') {
        await storeSession(page, username);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.getByRole('button', { name: /'s profile$/ })).toBeVisible();
      } else {
        await page.goto(`/login?redirect=${encodeURIComponent(path)}`, { waitUntil: 'commit' });
        await signIn(page, username);
      }
      return page;
    });
    // What the application fetches again just then may still be on its way through a route of the test.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function openBrowser(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

/** Signs in with the identity provider from the landing page, and returns to the requested page. */
export async function signIn(page: Page, username: string) {
  await page.getByRole('button', { name: 'Login' }).click();
  await chooseAccount(page, username);
  await expect(page.getByRole('button', { name: /'s profile$/ })).toBeVisible();
}

/** Chooses the account on the provider's page. */
export async function chooseAccount(page: Page, username: string) {
  const account = page.locator(`button[name="account"][value="${username}"]`);
  const name = page.locator('input[name="login"]');
  await expect(account.or(name)).toBeVisible();
  if (await account.isVisible()) await account.click();
  else await signInAtCertified(page, username);
}

/** Signs in on the pages of the certified provider. It accepts any password, and asks for consent once. */
async function signInAtCertified(page: Page, username: string) {
  await page.locator('input[name="login"]').fill(username);
  await page.locator('input[name="password"]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Logs out from the profile menu. */
export async function logOut(page: Page) {
  await endSession(page, async () => {
    await page.getByRole('button', { name: /'s profile$/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  });
}

/** Ends the session, which redirects to the provider and back; the certified provider asks for confirmation. */
export async function endSession(page: Page, leave: () => Promise<void>) {
  const isLogout = (request: Request) =>
    request.isNavigationRequest() && /logout|end/i.test(new URL(request.url()).pathname);
  const confirm = page.getByRole('button', { name: 'Yes, sign me out' });
  const login = page.getByRole('button', { name: 'Login' });
  const loaded = page.waitForEvent('domcontentloaded');
  const logoutRequest = page.waitForRequest(isLogout);
  await leave();
  await logoutRequest;
  await loaded;
  await expect(confirm.or(login)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(login).toBeVisible();
}

/**
 * What axe finds, with all rules and elements, one line each; without `behind`, elements that a modal dialog covers
 * are skipped.
 */
export async function violationsOf(page: Page, { behind = true } = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (includeCovered) => {
    const covered = document.querySelector('body > :not(#root) [aria-modal=true]') !== null;
    const context = covered && !includeCovered ? { exclude: '#root' } : document;
    // Elements without violations are not reported, which takes a fifth of the time.
    const { violations } = await window.axe.run(context, { resultTypes: ['violations'], iframes: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} at ${html}`));
  }, behind);
}

/** Opens a document in a new window, and returns the window; a browser that cannot show documents downloads it instead. */
export async function openDocument(page: Page, press: () => Promise<void>): Promise<Page> {
  const urls: string[] = [];
  const record = (download: Download) => void urls.push(download.url());
  // A download that starts before its window is known is reported by its opener.
  page.on('download', record);
  page.once('popup', (opened) => opened.on('download', record));
  const [window] = await Promise.all([page.waitForEvent('popup'), press()]);
  await expect.poll(() => [...urls, window.url()]).toContainEqual(expect.stringMatching(/^blob:/));
  page.off('download', record);
  return window;
}

/** Polls, because elements may still be fading in or out. */
export async function expectAccessible(page: Page) {
  await expect.poll(() => violationsOf(page)).toEqual([]);
}

export { expect };

declare global {
  interface Window {
    /** Present once axe was loaded into the page. */
    readonly axe: typeof axe;
  }
}

/** Closes a dialog with Escape, once it is visible and has focus. */
export async function closeDialog(page: Page, name?: string) {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name });
  await expect(dialog).toBeVisible();
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
