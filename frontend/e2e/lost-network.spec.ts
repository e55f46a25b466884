import type { Page } from '@playwright/test';

import { expect, closeDialog, test } from './fixtures';

/** Waits for the files that an idle browser preloads. */
const untilPreloaded = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        return ['consult', 'note'].every((name) => files.some((file) => file.includes(`/assets/${name}-`)));
      }),
    )
    .toBe(true);

async function openFeedback(page: Page) {
  await page.getByRole('button', { name: /'s profile$/ }).click();
  await page.getByRole('menuitem', { name: 'Provide Feedback' }).click();
  await page.getByRole('textbox', { name: 'Comments' }).fill('The ward has no network.');
}

test('[ERR-05] [FEED-04] without a network, dialogs open, and a failure is shown on the same page', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/consult');
  await untilPreloaded(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await closeDialog(page, 'Filter Consults');
  await openFeedback(page);
  await page.getByRole('radio', { name: /Very good/ }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Contact Help Desk.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('The ward has no network.');
});

test('after an update, a tab reloads automatically once, and asks if there is unsaved input', async ({ openAs }) => {
  const page = await openAs('nurse', '/help');
  await untilPreloaded(page);
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  // As after a release: the page has a new entry file, and a file of the previous build is gone.
  const html = await (await page.request.get('/')).text();
  const body = html.replace(/\/assets\/index-[^"]+\.js/, '/assets/index-new.js');
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body }));
  const failToLoadCode = () => page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
  await failToLoadCode();
  await expect.poll(() => documents).toBe(1);
  await expect(page.getByRole('heading', { name: 'Help and Support' })).toBeVisible();
  await openFeedback(page);
  await page.evaluate(() => sessionStorage.removeItem('wardline.reloaded-at'));
  await failToLoadCode();
  await expect(page.getByText('Wardline was updated')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('The ward has no network.');
  expect(documents).toBeLessThanOrEqual(1);
});
