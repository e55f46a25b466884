import type { Page } from '@playwright/test';

import { call, join, test } from './call-fixtures';
import { expect } from './fixtures';
import { hasNetwork, janusSettings, startJanus } from './janus-server';
import { expectMedia, isInstalled, received } from './media';

/** Through Janus each has one connection for what it sends, and one for each of the others. */
const THROUGH_JANUS = 4;
const FROM_BROWSER_TO_BROWSER = 3;
const soon = { timeout: 30_000, intervals: [100] };

test('@soak a call goes on through a media server when a fourth person joins, and without it when it fails [VID-01] [VID-27]', async ({
  openCall,
  until,
}) => {
  test.skip(!isInstalled('janus'), 'NOT TESTED: calls that move to a media server, because Janus is not installed');
  test.skip(!hasNetwork, 'NOT TESTED: calls that move to a media server, because this machine has only the loopback');
  test.slow();
  const janus = await until(startJanus());
  const open = await openCall({ ...janusSettings, WARDLINE_MEDIA: 'auto' });
  const pages = await Promise.all(['nurse', 'hospitalist', 'edtech', 'bedside'].map(open));
  const [first, , , fourth] = pages;
  if (first === undefined || fourth === undefined) throw new Error('Somebody is missing.');
  for (const page of pages.slice(0, 3)) expect((await join(page)).meeting.mediaPlacement).toBeNull();
  for (const page of pages.slice(0, 3)) await expectMedia(page, 2);
  await call(first).getByRole('button', { name: 'Mute' }).click();
  const names = await namesOf(first);

  expect((await join(fourth)).meeting.mediaPlacement?.provider).toBe('janus');
  for (const page of pages) await expect.poll(() => connectionsOf(page), soon).toBe(THROUGH_JANUS);
  for (const page of pages.slice(1)) await expectSeen(page, 3);
  expect((await namesOf(first)).slice(0, 2)).toEqual(names);
  await expect(call(first).getByRole('button', { name: 'Unmute' })).toBeVisible();

  await janus.stop();
  for (const page of pages) await expect.poll(() => connectionsOf(page), soon).toBe(FROM_BROWSER_TO_BROWSER);
  for (const page of pages) await expectSeen(page, 3);
  expect((await namesOf(first)).slice(0, 2)).toEqual(names);
  await expect(call(fourth).getByText('Muted:')).toHaveCount(1);
});

const connectionsOf = async (page: Page) => (await received(page)).ways.length;

const namesOf = (page: Page) => call(page).locator('figcaption').allInnerTexts();

/** The pictures of this many others are decoded. */
async function expectSeen(page: Page, others: number) {
  const decoded = async () => (await received(page)).frames.filter((count) => count >= 5).length;
  await expect.poll(decoded, soon).toBe(others);
  await expect(call(page).locator('figure video:visible')).toHaveCount(others);
}
