import type { Page } from '@playwright/test';

import { requestConsult } from './request-consult';
import { expect, expectAccessible, test } from './fixtures';
import { expectToSee, overlay, tool } from './in-call';

const NURSE = 'Maya Larkspur';
const SPECIALIST = 'Daniel Sandstone';

const join = (page: Page) => page.getByRole('button', { name: 'Join Video Call' }).click();

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
