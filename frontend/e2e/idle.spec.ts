import type { Page, WebSocket } from '@playwright/test';

import { chooseAccount, expect, expectAccessible, logOut, signIn, test } from './fixtures';
import { goOnCall } from './on-call';
import { expectTone, turnSoundOn } from './paging';
import { requestConsult } from './request-consult';

const MINUTE = 60_000;
const WHY = 'You were signed out after 15 minutes of inactivity.';
const TYPED = 'She is getting worse, and her family is here.';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are You Still There?' });
const comment = (page: Page) => page.getByRole('textbox', { name: /Add Comment/ });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' });

/** Signs a user in at a computer whose clock the test controls; it is installed before the first page reads it. */
async function openAt(page: Page, username: string, path: string) {
  await page.clock.install();
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`, { waitUntil: 'commit' });
  await signIn(page, username);
}

/** The locked screen says whether it rings; where the browser requires it, any press lets it. */
async function hearLockedScreen(page: Page) {
  const heading = page.getByRole('heading', { name: /^You are on call for Tele-Psych/ });
  const ringing = page.getByText('This locked screen rings when you are paged.');
  await expect(ringing.or(page.getByText('Sound is blocked until you press something'))).toBeVisible();
  await heading.click();
  await expect(ringing).toBeVisible();
}

/** Opens the first consult of the list and types a comment without sending it. */
async function typeComment(page: Page, text = TYPED) {
  await page.locator('a[href*="/consult/"]').first().click();
  await comment(page).fill(text);
  await expect(comment(page)).toHaveValue(text);
}

/**
 * Everything in the storage of this tab and this browser that the next user could read. Retries while the tab is redirected
 * to the provider and back.
 */
async function stored(page: Page) {
  let text = '';
  await expect(async () => {
    text = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  }).toPass();
  return text;
}

test('[ERR-01] [RT-02] warns in every tab, signs out in every tab and with the identity provider, and restores the input', async ({
  page,
}) => {
  const sockets: WebSocket[] = [];
  const open = () => sockets.filter((socket) => !socket.isClosed()).map((socket) => socket.url());
  page.on('websocket', (socket) => sockets.push(socket));
  await openAt(page, 'nurse', '/consult');
  await typeComment(page);
  const patient = await page.getByRole('heading', { level: 1 }).innerText();
  const other = await page.context().newPage();
  other.on('websocket', (socket) => sockets.push(socket));
  await other.goto('/login?redirect=/help', { waitUntil: 'commit' });
  await loginButton(other).click();
  await expect(other.getByRole('heading', { name: 'Help and Support' })).toBeVisible();

  await page.clock.fastForward(14 * MINUTE);
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toContainText(/You will be signed out in \d+ seconds\./);
  await expect(warning(page)).toContainText('What you typed will be saved for 15 minutes.');
  await warning(other).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toBeHidden();
  await expect(warning(other)).toBeHidden();
  await expect(comment(page)).toHaveValue(TYPED);

  // Activity in any tab counts.
  await page.clock.fastForward(13 * MINUTE);
  await other.mouse.move(100, 200);
  await other.mouse.move(300, 200);
  await page.clock.fastForward(13 * MINUTE);
  await expect(warning(page)).toBeHidden();

  await expect.poll(open).toHaveLength(2);

  const consultPath = new URL(page.url()).pathname;
  const redirected = Promise.all([page, other].map((tab) => tab.waitForURL(/\/login/)));
  const logout = page
    .context()
    .waitForEvent('request', (request) => /demo-identity\/.*(logout|end)/i.test(request.url()));
  await page.clock.fastForward(2 * MINUTE);
  await redirected;
  expect((await logout).isNavigationRequest()).toBe(true);
  await expect(page.getByText(WHY)).toBeVisible();
  await expect(other.getByText(WHY)).toBeVisible();
  await expect.poll(open).toEqual([]);
  await expect(page.getByText(patient)).toHaveCount(0);
  for (const secret of [TYPED, patient, 'access_token']) expect(await stored(page)).not.toContain(secret);

  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText(WHY)).toBeVisible();
  await expectAccessible(page);
  await signIn(page, 'nurse');
  await expect(page).toHaveURL(consultPath);
  await expect(comment(page)).toHaveValue(TYPED);
  await expect(page.getByText(/^What you typed was saved/)).toBeVisible();
  expect(await stored(page)).not.toContain('locked');
});

test('[ERR-01] input is kept for its author only, while a colleague uses the computer @soak', async ({ page }) => {
  await openAt(page, 'nurse', '/consult');
  await typeComment(page);
  const backFromProvider = page.waitForEvent('load');
  await page.clock.fastForward(15 * MINUTE);
  await backFromProvider;
  await expect(page.getByText(WHY)).toBeVisible();
  expect(await stored(page)).toContain('locked');
  await signIn(page, 'edtech');
  await expect(comment(page)).toHaveValue('');
  expect(await stored(page)).not.toContain(TYPED);
  await logOut(page);
  await expect(page.getByText(/What you typed will be saved/)).toHaveCount(0);
  await signIn(page, 'nurse');
  await page.locator('a[href*="/consult/"]').first().click();
  await expect(comment(page)).toHaveValue(TYPED);
  expect(await stored(page)).not.toContain('locked');
});

test('[ERR-01] input is removed after fifteen minutes, even if no one signs in @soak', async ({ page }) => {
  await openAt(page, 'nurse', '/consult');
  await typeComment(page);
  await page.clock.fastForward(15 * MINUTE);
  await expect(page.getByText(/What you typed will be saved until \d{1,2}:\d\d[ap]m\./)).toBeVisible();
  await page.clock.fastForward(15 * MINUTE);
  await expect(page.getByText(/What you typed will be saved/)).toHaveCount(0);
  expect(await stored(page)).not.toContain('locked');
  await expect(page.getByText(WHY)).toBeVisible();
});

test('[WIZ-43] a request that was not sent is removed, even for its author @soak', async ({ page }) => {
  await openAt(page, 'nurse', '/request/location');
  await page.getByRole('list', { name: 'Locations' }).getByText('Fernwood').click();
  await page.getByLabel(/Last Name/).fill('Larkspur');
  expect(await stored(page)).toContain('Larkspur');
  await page.clock.fastForward(15 * MINUTE);
  await expect(page.getByText(WHY)).toBeVisible();
  expect(await stored(page)).not.toContain('Larkspur');
  await signIn(page, 'nurse');
  await expect(page).toHaveURL('/request/location');
});

test('[CALL-18] a user who is on call stays on call, and is informed @soak', async ({ page }) => {
  await openAt(page, 'psych', '/help');
  await goOnCall(page);
  await page.clock.fastForward(14 * MINUTE);
  await expect(warning(page)).toContainText('You will stay on call.');
  await page.clock.fastForward(MINUTE);
  await expect(page.getByText(WHY)).toBeVisible();
  await signIn(page, 'psych');
  await expect(page.getByRole('switch', { name: 'On Call' })).toBeVisible();
});

test('[CALL-18] [NOTIF-13] the locked screen of a user who is on call rings, and leads to what rang', async ({
  page,
  request,
}) => {
  await openAt(page, 'psych', '/consult');
  await goOnCall(page);
  await turnSoundOn(page);
  await expect.poll(() => stored(page)).toContain('wardline.duty');
  await page.clock.fastForward(15 * MINUTE);
  await hearLockedScreen(page);
  const { patient } = await requestConsult(request, 'nurse', 'Tele-Psych');
  const rings = page.getByRole('button', { name: 'Sign in to answer' });
  await expect(rings).toBeVisible();
  await expectTone(page);
  await page.reload();
  await hearLockedScreen(page);
  await expect(rings).toBeVisible();
  await expectTone(page);
  expect(await stored(page)).not.toContain(patient.split(' ')[1]);
  await rings.click();
  await chooseAccount(page, 'psych');
  await expect(page).toHaveURL(/\/consult\/.+/);
  await expect(page.locator('#consult-top').getByRole('heading', { level: 1 })).toBeVisible();
});

test('a computer that slept for an hour is signed out when it wakes, and the key that woke it has no effect @soak', async ({
  page,
}) => {
  await openAt(page, 'nurse', '/consult');
  await typeComment(page);
  let sent = 0;
  await page.route('**/updates', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Add Comment' }).focus();
  await page.clock.pauseAt(Date.now() + 60 * MINUTE);
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await expect(page.getByText(WHY)).toBeVisible();
  expect(sent).toBe(0);
});

test('without a network the tab ends on our own page, and the next user must enter credentials', async ({ page }) => {
  await openAt(page, 'nurse', '/consult');
  await typeComment(page);
  await page.context().setOffline(true);
  await page.clock.fastForward(15 * MINUTE);
  await expect(page.getByText(WHY)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.context().setOffline(false);
  const authorization = page.waitForRequest(/\/authorize\?/);
  await loginButton(page).click();
  expect(new URL((await authorization).url()).searchParams.get('prompt')).toBe('login');
  await chooseAccount(page, 'nurse');
  await expect(comment(page)).toHaveValue(TYPED);
});
