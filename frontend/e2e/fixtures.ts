import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';

/** One person at one computer: a browser of their own, signed in as a demonstration account. */
export type Arrive = (username: string, path?: string) => Promise<Page>;

interface Fixtures {
  arrive: Arrive;
}

export const test = base.extend<Fixtures>({
  arrive: async ({ browser, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, path = '/') => {
      const { context, page } = await openBrowser(browser, contextOptions);
      contexts.push(context);
      await page.goto(`/login?redirect=${encodeURIComponent(path)}`, { waitUntil: 'commit' });
      await signIn(page, username);
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

/** Picks an account on the demonstration provider's page. */
export async function chooseAccount(page: Page, username: string) {
  await page.locator(`button[name="account"][value="${username}"]`).click();
}

/** Goes on call; whoever is on call already stays so, as other journeys share the account. */
export async function goOnCall(page: Page, line: string | null = null) {
  const toggle = page.getByRole('switch', { name: /Call$/ });
  await expect(toggle).toBeVisible();
  if ((await toggle.getAttribute('aria-checked')) === 'true') return;
  await toggle.click();
  const menu = page.getByRole('dialog', { name: 'Go on call' });
  await expect(menu.or(page.getByRole('switch', { name: 'On Call' }))).toBeVisible();
  if (await menu.isVisible()) {
    await menu.getByLabel(/Phone number/).fill('555-010-0199');
    if (line !== null) await menu.getByRole('radio', { name: line, exact: true }).check({ force: true });
    await menu.getByRole('button', { name: 'Go on call' }).click();
  }
  await expect(page.getByRole('switch', { name: 'On Call' })).toBeVisible();
}

/** Fails on anything that axe finds against WCAG 2.2 AA. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

export { expect };
