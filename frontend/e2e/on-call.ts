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
 * has just made. A user who is on call for the line already stays on call as they are.
 */
export async function goOnCall(page: Page, line: string | null = null) {
  await expect(toggleOf(page)).toBeVisible();
  const me = await meOf(page);
  if (!me.checkedInLineIds.includes(lineOf(me, line)?.id ?? 0)) await checkIn(page, line);
  await stayMute(page, me.id);
  await isOnCall(page);
}

/** Checks in on the line of that name, or on the only one, also where the user is on call with other settings. */
export async function checkIn(page: Page, line: string | null, { primary = true } = {}) {
  const me = await meOf(page);
  const response = await page.request.post(`${new URL(page.url()).origin}/api/checkin`, {
    headers: await headersOf(page),
    data: {
      roleId: me.defaultCheckinRoleId,
      serviceLineId: lineOf(me, line)?.id,
      phoneNumber: '(555) 010-0199',
      primary,
    },
  });
  expect(response.status()).toBe(201);
  await stayMute(page, me.id);
}

/** As a user who has decided about the sound at check-in, so that the application does not ask about it. */
async function stayMute(page: Page, userId: number) {
  await page.evaluate((key) => {
    if (localStorage.getItem(key) !== null) return;
    localStorage.setItem(key, 'off');
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, `wardline.sound.${userId}`);
}

function lineOf({ activeServiceLines }: GetMeResponse, line: string | null) {
  return activeServiceLines.find(({ name }) => line === null || name === line);
}

async function meOf(page: Page): Promise<GetMeResponse> {
  const response = await page.request.get(`${new URL(page.url()).origin}/api/me`, { headers: await headersOf(page) });
  return (await response.json()) as GetMeResponse;
}

/** The headers of the page's own requests. */
async function headersOf(page: Page): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${await tokenOf(page)}` };
}

/** The access token that the tab stores. */
async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    return sessionStorage.getItem(key ?? '');
  });
  return (JSON.parse(stored ?? '{}') as { access_token: string }).access_token;
}
