import { expect, type Page } from '@playwright/test';

import type { GetMeResponse } from '../src/api/generated/types.gen';

const toggleOf = (page: Page) => page.getByRole('switch', { name: /Call$/ });
const isOnCall = (page: Page) => expect(page.getByRole('switch', { name: 'On Call' })).toBeVisible();

/** Goes on call as people do, to the only line; for accounts that no other journey puts on call meanwhile. */
export async function goOnCallByHand(page: Page) {
  await toggleOf(page).click();
  const menu = page.getByRole('dialog', { name: 'Go on call' });
  await menu.getByLabel(/Phone number/).fill('555-010-0199');
  await menu.getByRole('button', { name: 'Go on call' }).click();
  await isOnCall(page);
}

/**
 * Goes on call without the menu, as the switch turns a check-in of another journey of the same account off where that
 * comes between the look and the press; whoever is on call already stays so.
 */
export async function goOnCall(page: Page, line: string | null = null) {
  await expect(toggleOf(page)).toBeVisible();
  if ((await toggleOf(page).getAttribute('aria-checked')) !== 'true') await checkIn(page, line);
  await isOnCall(page);
}

/** To the line of that name, or to the only one. */
async function checkIn(page: Page, line: string | null) {
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` };
  const { origin } = new URL(page.url());
  const me = (await (await page.request.get(`${origin}/api/me`, { headers })).json()) as GetMeResponse;
  const wanted = me.activeServiceLines.find(({ name }) => line === null || name === line);
  const answer = await page.request.post(`${origin}/api/checkin`, {
    headers,
    data: {
      roleId: me.defaultCheckinRoleId,
      serviceLineId: wanted?.id,
      phoneNumber: '(555) 010-0199',
      primary: true,
    },
  });
  expect(answer.status()).toBe(201);
}

/** The access token that the tab keeps. */
async function tokenOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    return sessionStorage.getItem(key ?? '');
  });
  return (JSON.parse(kept ?? '{}') as { access_token: string }).access_token;
}
