import { expect, type Page } from '@playwright/test';

import type { GetMeResponse } from '../src/api/generated/types.gen';

const toggleOf = (page: Page) => page.getByRole('switch', { name: /Call$/ });
const isOnCall = (page: Page) => expect(page.getByRole('switch', { name: 'On Call' })).toBeVisible();

/** Goes on call through the menu, on the only line; for accounts that no other test puts on call. */
export async function goOnCallInMenu(page: Page) {
  await toggleOf(page).click();
  const menu = page.getByRole('dialog', { name: 'Go on Call' });
  await menu.getByLabel(/Phone Number/).fill('555-010-0199');
  await menu.getByRole('button', { name: 'Go on Call' }).click();
  await isOnCall(page);
}

/**
 * Goes on call without the menu, because pressing the switch would end a check-in that another test with the same account
 * has just made. A user who is on call already stays on call.
 */
export async function goOnCall(page: Page, line: string | null = null) {
  await expect(toggleOf(page)).toBeVisible();
  if ((await toggleOf(page).getAttribute('aria-checked')) !== 'true') await checkIn(page, line);
  await isOnCall(page);
}

/** Checks in on the line of that name, or on the only one. */
async function checkIn(page: Page, line: string | null) {
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` };
  const { origin } = new URL(page.url());
  const me = (await (await page.request.get(`${origin}/api/me`, { headers })).json()) as GetMeResponse;
  const serviceLine = me.activeServiceLines.find(({ name }) => line === null || name === line);
  const response = await page.request.post(`${origin}/api/checkin`, {
    headers,
    data: {
      roleId: me.defaultCheckinRoleId,
      serviceLineId: serviceLine?.id,
      phoneNumber: '(555) 010-0199',
      primary: true,
    },
  });
  expect(response.status()).toBe(201);
}

/** The access token that the tab stores. */
async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    return sessionStorage.getItem(key ?? '');
  });
  return (JSON.parse(stored ?? '{}') as { access_token: string }).access_token;
}
