import type { Locator, Page } from '@playwright/test';

import { chooseAccount, expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { longestTaskOf } from './recording';
import { requestConsult } from './request-consult';
import { editor, STROKE_LINE } from './stroke-notes';

/** Simulates a workstation that is four times slower than this machine. */
const SLOWDOWN = 4;
const TRIES = 3;
/** Milliseconds; above this, users notice a delay while typing. */
const LONG_TASK = 100;

// Recording the page would take part of the time.
test.use({ screenshot: 'off' });

test('@speed @soak from sign-in to a usable list takes less than 2.5 s on a slow computer', async ({
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
  // Other attempts are slower because the machine was busy with something else.
  expect(Math.min(...times)).toBeLessThan(2500);
});

test('@speed @soak typing and filtering cause no task of 100 ms on a slow computer', async ({ openAs }) => {
  const page = await openAs('nurse', '/request/location');
  const { durations, measure } = await measuring(page);
  const type = (label: RegExp, text: string) =>
    typing(page.locator('input, textarea').and(page.getByLabel(label)), text);
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
  expect(Math.max(...Object.values(durations)), JSON.stringify(durations)).toBeLessThan(LONG_TASK);
});

test('@speed @soak neither does typing in the stroke note, the largest form', async ({ openAs, request }) => {
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const page = await openAs('neuro', path);
  await goOnCall(page, STROKE_LINE);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  await expect(page.getByRole('dialog', { name: 'Stroke Note' }).getByText('All changes saved')).toBeVisible();
  const { durations, measure } = await measuring(page);
  await measure('history', typing(editor(page, 'HPI'), 'woke with weakness of the right arm, slurred speech'));
  expect(durations.history).toBeLessThan(LONG_TASK);
});

/** Measures the longest task of each of several actions on a slow computer, in milliseconds by name. */
async function measuring(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const durations: Record<string, number> = {};
  const measure = async (name: string, act: () => Promise<void>) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    durations[name] = Math.round(await longestTaskOf(page, LONG_TASK, act));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  };
  return { durations, measure };
}

function typing(field: Locator, text: string): () => Promise<void> {
  return async () => {
    await field.fill('');
    await field.pressSequentially(text, { delay: 40 });
  };
}

async function signInTime(page: Page): Promise<number> {
  await page.goto('/login?redirect=/consult');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.locator('button[name="account"]').first()).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const started = performance.now();
  await chooseAccount(page, 'nurse');
  await page.locator('a[href*="/consult/"]').first().click({ trial: true });
  return performance.now() - started;
}
