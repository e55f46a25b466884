import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures';

const widths = [
  { width: 1440, height: 900 },
  { width: 992, height: 800 },
  { width: 991, height: 800 },
  { width: 390, height: 844 },
] as const;

/** The number of tiles in the first row. */
async function columns(list: Locator) {
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const tops = await list.locator('li').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length;
}

/** The number of tiles per row at each width; checks that nothing overflows. */
async function columnsAtEachWidth(page: Page, list: Locator) {
  const counts: number[] = [];
  for (const size of widths) {
    await page.setViewportSize(size);
    counts.push(await columns(list));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  return counts;
}

const locations = (page: Page) => page.getByRole('list', { name: 'Locations' });
const patients = (page: Page) => page.getByRole('list', { name: 'Patients' });
const lineList = (page: Page) => page.getByRole('list', { name: 'Open service lines' });

async function toDetails(page: Page, position = 4) {
  await locations(page).getByText('Lakeshore General').click();
  await patients(page).getByRole('listitem').filter({ hasText: 'Emergency' }).nth(position).getByRole('button').click();
  await lineList(page).getByText('Tele-Psych').click();
  await expect(page.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
}

test('[WIZ-03] [WIZ-10] [WIZ-24] shows as many tiles in a row as fit, and restores each step after a reload', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/request/location');
  expect(await columnsAtEachWidth(page, locations(page))).toEqual([3, 3, 2, 2]);
  await page.reload();
  await locations(page).getByText('Lakeshore General').click();
  expect(await columnsAtEachWidth(page, patients(page))).toEqual([3, 3, 1, 1]);
  await page.reload();
  await patients(page).getByRole('listitem').filter({ hasText: 'Emergency' }).nth(4).getByRole('button').click();
  expect(await columnsAtEachWidth(page, lineList(page))).toEqual([2, 2, 1, 1]);
  await page.reload();
  await lineList(page).getByText('Tele-Psych').click();
  await page.getByLabel(/Callback Number/).fill('5550100111');
  await page.reload();
  await expect(page.getByLabel(/Callback Number/)).toHaveValue('(555) 010-0111');
});

test('the second press of a double click does not choose a patient who has just appeared under the pointer @phone-soak', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/request/location');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  const setSpeed = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
  const tile = locations(page).getByRole('button').filter({ hasText: 'Lakeshore General' });
  await tile.click({ trial: true });
  const box = await tile.boundingBox();
  // Animations run a hundred times slower, so that the second press is quick enough on any computer.
  await setSpeed(0.01);
  for (const list of [locations(page), patients(page)]) {
    await list.getByRole('button').first().waitFor();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 30);
  }
  const choose = patients(page).getByRole('listitem').filter({ hasText: 'Emergency' }).first().getByRole('button');
  await expect(choose).toBeVisible();
  await expect(page).toHaveURL('/request/patient');
  await setSpeed(1);
  await page.reload();
  await choose.click();
  await expect(lineList(page)).toBeVisible();
});

test('[WIZ-41] goes back and forward through the steps, but not from the new consult to a step', async ({ openAs }) => {
  const page = await openAs('nurse', '/request/location');
  await toDetails(page, 5);
  await page.getByRole('checkbox', { name: 'Complex Case Recommendations' }).click();
  await page.getByLabel(/Callback Number/).fill('5550100111');
  await page.goBack();
  await expect(page.getByRole('heading', { name: /What kind of consult/ })).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel(/Callback Number/)).toHaveValue('(555) 010-0111');
  let created = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/consults')) created += 1;
  });
  await page.getByRole('button', { name: 'Done' }).dblclick();
  await page.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Where is your patient located?' })).toBeVisible();
  await expect(page).toHaveURL('/request/location');
  await page.goForward();
  await page.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  expect(created).toBe(1);
});

test('a duplicated tab that sends the same request gets the same consult @soak', async ({ openAs }) => {
  const page = await openAs('nurse', '/request/location');
  await toDetails(page, 6);
  await page.getByRole('checkbox', { name: 'Complex Case Recommendations' }).click();
  await page.getByLabel(/Callback Number/).fill('5550100111');
  // The first response is lost after the request was carried out.
  await page.route('**/api/consults', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('This may not have been sent.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('link', { name: /^\(555\) / })).toHaveCSS('white-space', 'nowrap');
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => window.open(location.href))]);
  await copy.getByRole('button', { name: 'Done' }).click();
  await copy.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  await page.unroute('**/api/consults');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  expect(new URL(page.url()).pathname).toBe(new URL(copy.url()).pathname);
});

test('keeps the label above an input clear of its focus ring', async ({ openAs }) => {
  const page = await openAs('nurse', '/request/location');
  await locations(page).getByText('Fernwood').click();
  for (const size of [widths[0], widths[3]]) {
    await page.setViewportSize(size);
    const field = page.getByLabel(/First Name/);
    await field.focus();
    const label = await page.getByText('First Name', { exact: false }).first().boundingBox();
    const input = await field.boundingBox();
    // The ring extends 4 px beyond the input.
    expect((input?.y ?? 0) - 4 - ((label?.y ?? 0) + (label?.height ?? 0))).toBeGreaterThanOrEqual(2);
    expect(input?.height).toBeGreaterThanOrEqual(44);
  }
});
