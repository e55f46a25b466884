import {
  type Browser,
  type BrowserContext,
  type Download,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test';
import axe from 'axe-core';

import { type Certified, startCertified } from './certified';
import { bringSession } from './session';

/** One person at one computer: a browser of their own, signed in as a demonstration account. */
export type Arrive = (username: string, path?: string) => Promise<Page>;

interface Fixtures {
  arrive: Arrive;
}

export interface Settings {
  /** Who vouches for users: the built-in provider, or the certified one with a server of its own. */
  provider: 'demonstration' | 'certified';
}

interface Servers {
  /** The second server with its provider; null where the first one is tested. */
  certified: Certified | null;
}

export const test = base.extend<Fixtures, Settings & Servers>({
  provider: ['demonstration', { option: true, scope: 'worker' }],
  certified: [
    async ({ provider }, use) => {
      const folder = process.env.WARDLINE_E2E_FOLDER ?? '';
      const certified = provider === 'certified' ? await startCertified(folder) : null;
      await use(certified);
      await certified?.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ baseURL, certified }, use) => {
    await use(certified?.origin ?? baseURL);
  },
  arrive: async ({ browser, contextOptions, provider }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, path = '/') => {
      const { context, page } = await openBrowser(browser, contextOptions);
      contexts.push(context);
      if (provider === 'demonstration') {
        await bringSession(page, username);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.getByRole('button', { name: /^Profile of / })).toBeVisible();
      } else {
        await page.goto(`/login?redirect=${encodeURIComponent(path)}`, { waitUntil: 'commit' });
        await signIn(page, username);
      }
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function openBrowser(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

/** From the splash through the demonstration provider and back to the page that was asked for. */
export async function signIn(page: Page, username: string) {
  await page.getByRole('button', { name: 'Login' }).click();
  await chooseAccount(page, username);
  await expect(page.getByRole('button', { name: /^Profile of / })).toBeVisible();
}

/** Says who one is on the provider's page. */
export async function chooseAccount(page: Page, username: string) {
  const account = page.locator(`button[name="account"][value="${username}"]`);
  const name = page.locator('input[name="login"]');
  await expect(account.or(name)).toBeVisible();
  if (await account.isVisible()) await account.click();
  else await signInAtCertified(page, username);
}

/** On the pages of the certified provider: it takes everybody at their word, and asks each once what the application may know. */
async function signInAtCertified(page: Page, username: string) {
  await page.locator('input[name="login"]').fill(username);
  await page.locator('input[name="password"]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Logs out by the profile's menu. */
export async function logOut(page: Page) {
  await leaving(page, async () => {
    await page.getByRole('button', { name: /^Profile of / }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  });
}

/** Ends the session, which leads to the provider and back; the certified one asks whether one means it. */
export async function leaving(page: Page, leave: () => Promise<void>) {
  const isLogout = (request: Request) =>
    request.isNavigationRequest() && /logout|end/i.test(new URL(request.url()).pathname);
  const confirm = page.getByRole('button', { name: 'Yes, sign me out' });
  const login = page.getByRole('button', { name: 'Login' });
  const answered = page.waitForEvent('domcontentloaded');
  const asked = page.waitForRequest(isLogout);
  await leave();
  await asked;
  await answered;
  await expect(confirm.or(login)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(login).toBeVisible();
}

/**
 * What axe finds, with every rule and every element, each as one line; without `behind`, nothing of the page that a
 * modal dialog covers.
 */
export async function violationsOf(page: Page, { behind = true } = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (whole) => {
    const covered = document.querySelector('body > :not(#root) [aria-modal=true]') !== null;
    const context = covered && !whole ? { exclude: '#root' } : document;
    // Elements that nothing is wrong with are not told of, which takes a fifth of the time.
    const { violations } = await window.axe.run(context, { resultTypes: ['violations'], iframes: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} at ${html}`));
  }, behind);
}

/** Has a document open in a window of its own, which it answers; a browser that cannot show documents downloads it instead. */
export async function openDocument(page: Page, press: () => Promise<void>): Promise<Page> {
  const addresses: string[] = [];
  const note = (download: Download) => void addresses.push(download.url());
  // A document that comes before its window is known is told of as its opener's.
  page.on('download', note);
  page.once('popup', (opened) => opened.on('download', note));
  const [window] = await Promise.all([page.waitForEvent('popup'), press()]);
  await expect.poll(() => [...addresses, window.url()]).toContainEqual(expect.stringMatching(/^blob:/));
  page.off('download', note);
  return window;
}

/** What fades in or out is not yet what people see. */
export async function expectAccessible(page: Page) {
  await expect.poll(() => violationsOf(page)).toEqual([]);
}

export { expect };

declare global {
  interface Window {
    /** There once the page was looked at. */
    readonly axe: typeof axe;
  }
}

/** Leaves a dialog by Escape, as a person does: once it is there and has the focus. */
export async function leaveDialog(page: Page, name?: string) {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name });
  await expect(dialog).toBeVisible();
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
