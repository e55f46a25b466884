import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { longestTaskOf } from './recording';

const MANY = 2_000;
/** Milliseconds; the browser's own threshold for a long task. */
const LONG_TASK = 50;

function cardOf(number: number) {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    Patient: { nameGiven: 'Wren', nameFamily: `Larkspur${number}`, birthDate: '1957-03-09', gender: 'female' },
    location: { id: 1, displayName: 'Fernwood - Ward', facilityName: 'Fernwood', unit: 'Ward', timeZone: 'UTC' },
    ServiceLine: { id: 3, slug: 'tele-psych', name: 'Tele-Psych' },
    serviceLineId: 3,
    organizationId: 1,
    priorityId: 3,
    priority: { name: ['critical', 'urgent', 'routine'][number % 3], completionLimit: 7200, rank: number % 3 },
    state: 'new',
    completeType: null,
    isEmergency: number % 5 === 0,
    encounterStatus: 'in-progress',
    createdAt: new Date(Date.now() - number * 60_000).toISOString(),
    createdById: 1,
    acknowledgedAt: number % 2 === 0 ? new Date().toISOString() : null,
    acknowledgedById: null,
    handedOverTo: null,
    completedAt: null,
    completedById: null,
    commentCount: number % 7,
    hasTransfer: false,
  };
}

/** Mocks a server with this many consults. A page has `length` of them, or as many as requested; `about` is the same for all. */
async function fakeConsults(page: Page, count: number, length?: number, about: object = {}) {
  const consults = Array.from({ length: count }, (_, index) => ({ ...cardOf(index + 1), ...about }));
  await page.route(/\/api\/consults\/\$search$/, async (route) => {
    const body = route.request().postDataJSON() as { start: number; length: number };
    const end = body.start + (length ?? body.length);
    await route.fulfill({ json: { consults: consults.slice(body.start, end), hasMore: end < count, next: null } });
  });
}

const list = (page: Page, name = 'Consults') => page.getByRole('region', { name }).getByRole('list', { name });

/** Scrolls as fast as with a wheel, starting at this share of the list. */
async function scrollFrom(page: Page, from: number) {
  await list(page).evaluate(async (element, share) => {
    const scroller = element.parentElement ?? element;
    const frame = () => new Promise(requestAnimationFrame);
    scroller.scrollTop = scroller.scrollHeight * share;
    for (let step = 0; step < 40; step += 1) {
      scroller.scrollTop += 300;
      await frame();
    }
  }, from);
}

test('two thousand consults scroll without a long task, and each states its position in the list @soak', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/help');
  await fakeConsults(page, MANY, MANY);
  await page.getByRole('link', { name: 'Consults' }).click();
  const rows = list(page).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(MANY));
  const longest = await longestTaskOf(page, LONG_TASK, async () => {
    for (const from of [0, 0.9]) {
      await scrollFrom(page, from);
      expect(await rows.count()).toBeLessThan(40);
    }
  });
  expect(longest).toBeLessThan(LONG_TASK);
  await list(page).evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }));
  const last = rows.last();
  await expect(async () => {
    // Another test may request a consult in the meantime, which appears here, too.
    const size = Number(await last.getAttribute('aria-setsize'));
    expect(size).toBeGreaterThanOrEqual(MANY);
    expect(Number(await last.getAttribute('aria-posinset'))).toBe(size);
  }).toPass();
});

test('[WL-46] ten compact rows fit on a screen of 900 pixels, even if all are acknowledged emergencies with a transfer', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/help');
  await page.setViewportSize({ width: 1440, height: 900 });
  await fakeConsults(page, 20, 20, {
    isEmergency: true,
    acknowledgedAt: new Date().toISOString(),
    hasTransfer: true,
    commentCount: 12,
    createdAt: '2026-11-26T23:59:00Z',
  });
  await page.getByRole('link', { name: 'Consults' }).click();
  const tenth = await list(page).locator('[aria-posinset="10"]').boundingBox();
  expect((tenth?.y ?? 900) + (tenth?.height ?? 900)).toBeLessThanOrEqual(900);
});

test('[WL-04] the keyboard reaches the whole list, including further pages @phone-soak', async ({ openAs }) => {
  const page = await openAs('nurse', '/help');
  await fakeConsults(page, 120);
  await page.goto('/consult');
  const card = (number: number) => list(page).getByRole('link', { name: new RegExp(`Larkspur${number}, Wren`) });
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '-1');
  await page.getByRole('button', { name: 'Filter' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Consults' }).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(card(3)).toBeFocused();
  await page.keyboard.press('End');
  await expect(card(25)).toBeFocused();
  await expect(card(25)).toBeInViewport();
  // Loading the next page does not move focus.
  await expect(card(26)).toBeAttached();
  await expect(card(25)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card(26)).toBeFocused();
  await expect(card(26)).toBeInViewport();
  // A card that is scrolled out of view keeps focus, and navigation continues from there.
  await list(page).evaluate((element) => element.parentElement?.scrollTo({ top: 0 }));
  await expect(card(1)).toBeInViewport();
  await expect(card(26)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(card(25)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(card(1)).toBeFocused();
  await expect(card(1)).toBeInViewport();
});

test('[WL-06] [WL-07] the panel collapses to its pills without losing the scroll position, and stays collapsed after a reload', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/help');
  await fakeConsults(page, 60);
  await page.goto('/consult');
  const panel = page.getByRole('region', { name: 'Consults' });
  const toggle = panel.getByRole('button', { name: 'Full list' });
  const before = await toggle.boundingBox();
  expect((await panel.boundingBox())?.width).toBe(384);
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
  expect((await panel.boundingBox())?.width).toBe(160);
  expect(await toggle.boundingBox()).toEqual(before);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect((await panel.boundingBox())?.width).toBe(160);
  const pill = list(page).getByRole('link', { name: /Larkspur1, Wren/ });
  expect((await pill.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await toggle.click();
  await expect(pill).toContainText('Fernwood - Ward');
});

test('[WL-36] a pill keeps the color of its priority after the limit has passed', async ({ openAs }) => {
  const page = await openAs('neuro', '/help');
  await goOnCall(page, 'Tele-Stroke');
  const late = [0, 1, 2].map((number) => ({
    ...cardOf(number),
    acknowledgedAt: null,
    createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  }));
  await page.route(/\/api\/consults\/\$search$/, (route) =>
    route.fulfill({ json: { consults: late, hasMore: false, next: null } }),
  );
  await page.getByRole('link', { name: 'Consults' }).click();
  const pills = list(page).locator('[data-pressure="over"]');
  await expect(pills).toHaveCount(3);
  const colors = await pills
    .locator(':scope > :first-child')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor));
  expect(new Set(colors).size, colors.join(' ')).toBe(3);
});
