import type { Page } from '@playwright/test';

import { chooseAccount, expect, test } from './fixtures';
import { longestTaskOf } from './recording';

/** A workstation that is four times slower than this machine. */
const SLOWED = 4;
const TRIES = 3;
/** Milliseconds; above it a hand notices that a key came late. */
const LONG_TASK = 100;

// A recording of what the page does would take its part of the time.
test.use({ screenshot: 'off' });

test('@speed @soak from the sign-in to a list one can use takes less than 2.5 s on a slow computer', async ({
  browser,
  contextOptions,
}) => {
  const times: number[] = [];
  for (let nth = 0; nth < TRIES; nth += 1) {
    const context = await browser.newContext(contextOptions);
    const page = await context.newPage();
    times.push(await signInTime(page));
    await context.close();
  }
  // The others are as much later as something else kept the machine busy.
  expect(Math.min(...times)).toBeLessThan(2500);
});

test('@speed @soak nothing that is typed or filtered waits for a task of 100 ms on a slow computer', async ({
  arrive,
}) => {
  const page = await arrive('nurse', '/request/location');
  const devtools = await page.context().newCDPSession(page);
  const found: Record<string, number> = {};
  const measure = async (what: string, act: () => Promise<void>) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    found[what] = Math.round(await longestTaskOf(page, LONG_TASK, act));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  };
  const type = (label: RegExp, text: string) => async () => {
    const field = page.locator('input, textarea').and(page.getByLabel(label));
    await field.fill('');
    await field.pressSequentially(text, { delay: 40 });
  };
  await page.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = page.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await expect.poll(() => patients.count()).toBeGreaterThan(90);
  await measure('census', type(/^Search patients/, 'emerson'));
  await page.getByLabel(/^Search patients/).fill('');
  await patients.filter({ hasText: 'Emergency' }).nth(7).click();
  await page.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Stroke', { exact: true }).click();
  await measure('clinical concern', type(/^Clinical Concern/, 'worse since noon'));
  await page.getByRole('link', { name: 'Consults' }).click();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await measure('name in the filter', type(/^Search by patient name/, 'emerson'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('a[href*="/consult/"]').first().click();
  await measure('comment', type(/^Add Comment/, 'the family asks'));
  expect(Math.max(...Object.values(found)), JSON.stringify(found)).toBeLessThan(LONG_TASK);
});

async function signInTime(page: Page): Promise<number> {
  await page.goto('/login?redirect=/consult');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.locator('button[name="account"]').first()).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const started = performance.now();
  await chooseAccount(page, 'nurse');
  await page.locator('a[href*="/consult/"]').first().click({ trial: true });
  return performance.now() - started;
}
