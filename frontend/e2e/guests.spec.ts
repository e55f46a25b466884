import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { requestConsult } from './request-consult';
import { expectToSee, overlay, tool } from './in-call';

const NURSE = 'Maya Larkspur';
const SPECIALIST = 'Daniel Sandstone';
const GUEST = 'Ana Ruiz (interpreter)';

const join = (page: Page) => page.getByRole('button', { name: 'Join Video Call' }).click();

/** Invites a guest in the dialog of the call; returns the address of the link. */
async function invite(page: Page): Promise<string> {
  await tool(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Invite Guest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Guest' });
  await dialog.getByLabel('Guest’s Name').fill('Ana Ruiz');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const address = await dialog.getByLabel('Link for Ana Ruiz').inputValue();
  await page.keyboard.press('Escape');
  return address;
}

test('an interpreter joins by a link on one device, is seen by everyone, comes back after a reload, and is out when the call ends @soak', async ({
  openAs,
  request,
  browser,
  contextOptions,
}) => {
  // Three browsers encode and decode two pictures each.
  test.setTimeout(120_000);
  const { path } = await requestConsult(request, 'nurse', 'Tele-Hospitalist');
  const [nurse, specialist] = await Promise.all([openAs('nurse', path), openAs('hospitalist', path)]);
  await Promise.all([join(nurse), join(specialist)]);
  await expectToSee(specialist, NURSE);
  const address = await invite(nurse);

  const own = await browser.newContext(contextOptions);
  const guest = await own.newPage();
  await guest.goto(address);
  await guest.getByRole('button', { name: 'Continue' }).click();
  await expect(guest.getByText(GUEST)).toBeVisible();
  await expect(guest.getByLabel('Preview')).toBeVisible();
  await guest.getByRole('button', { name: 'Ask to Join' }).click();
  await expect(guest.getByRole('heading', { name: 'Waiting to be let in' })).toBeVisible();
  for (const page of [nurse, specialist])
    await expect(overlay(page).getByText(`${GUEST} asks to join`)).toBeVisible({ timeout: 15_000 });
  await tool(specialist, 'Let In Ana Ruiz').click();
  await expect(tool(nurse, 'Let In Ana Ruiz')).toBeHidden({ timeout: 15_000 });
  await Promise.all([
    ...[nurse, specialist].map((page) => expectToSee(page, GUEST)),
    ...[NURSE, SPECIALIST].map((name) => expectToSee(guest, name)),
  ]);

  const stranger = await browser.newContext(contextOptions);
  const second = await stranger.newPage();
  await second.goto(address);
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.getByRole('heading', { name: 'This link is used on another device' })).toBeVisible();
  await stranger.close();

  await tool(guest, 'Mute').click();
  await guest.reload();
  await Promise.all([nurse, specialist].map((page) => expectToSee(page, GUEST)));
  await expect(tool(guest, 'Unmute')).toBeVisible();

  await tool(specialist, 'End Call').click();
  await tool(nurse, 'End Call').click();
  await expect(guest.getByRole('heading', { name: 'The call has ended' })).toBeVisible({ timeout: 15_000 });
  await own.close();
  for (const words of ['was invited to the call by a link.', 'joined the call as a guest.', 'left the call.'])
    await expect(nurse.getByText(`${GUEST} ${words}`)).toBeVisible();
});
