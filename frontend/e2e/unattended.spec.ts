import type { Page } from '@playwright/test';

import { requestConsult } from './request-consult';
import { expect, expectAccessible, test } from './fixtures';

const NURSE = 'Maya Larkspur';
const SPECIALIST = 'Daniel Sandstone';

const overlay = (page: Page) => page.getByRole('region', { name: 'Video call' });
const tool = (page: Page, name: string) => overlay(page).getByRole('button', { name, exact: true });
const join = (page: Page) => page.getByRole('button', { name: 'Join Video Call' }).click();

/** Waits until the other participant's camera shows new frames here. */
async function expectToSee(page: Page, name: string) {
  const video = overlay(page).getByLabel(name, { exact: true });
  await expect(video).toBeVisible({ timeout: 15_000 });
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(async () => (await frames()) - before, { timeout: 15_000 }).toBeGreaterThan(5);
}

test('a nurse leaves a device in the call, where the specialist still sees the bedside, until access is restored [UNATT-01] [UNATT-13] [UNATT-14] [UNATT-11] [ROUTE-32] @soak', async ({
  openAs,
  request,
}) => {
  const { path } = await requestConsult(request, 'nurse', 'Tele-Hospitalist');
  const [nurse, specialist] = await Promise.all([openAs('nurse', path), openAs('hospitalist', path)]);
  await join(nurse);
  await join(specialist);
  await expectToSee(specialist, NURSE);
  await tool(nurse, 'Unattended Patient Mode').click();
  await nurse.getByRole('button', { name: 'Sign Out and Start' }).click();

  await expect(nurse).toHaveURL('/standalone-meeting');
  await expect(nurse.getByRole('heading', { name: 'Unattended patient mode' })).toBeVisible();
  await expectToSee(nurse, SPECIALIST);
  await expectToSee(specialist, NURSE);
  await expect(overlay(specialist).getByText('Unattended device')).toBeVisible();
  await expectAccessible(nurse);

  await tool(nurse, 'Mute').click();
  await nurse.reload();
  await expectToSee(specialist, NURSE);
  await expect(tool(nurse, 'Unmute')).toBeVisible();
  await nurse.goto(path);
  await expect(nurse).toHaveURL('/standalone-meeting');
  await expectToSee(specialist, NURSE);
  await nurse.goBack();
  await expect(nurse).toHaveURL('/standalone-meeting');
  await expectToSee(nurse, SPECIALIST);

  await tool(specialist, 'End Call').click();
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  const deleted = nurse.waitForResponse((response) => response.url().endsWith('/meeting/$deleteExternalMeeting'));
  await tool(nurse, 'Restore Access').click();
  await nurse.getByRole('dialog').getByRole('button', { name: 'Restore Access' }).click();
  expect((await deleted).status()).toBe(204);
  await expect(nurse).toHaveURL(/\/login(\?|$)/);
  await expect(nurse.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(specialist.getByText('In the video call:')).toBeHidden();
  await nurse.goto(path);
  await expect(nurse).toHaveURL(/\/login\?redirect=/);
});
