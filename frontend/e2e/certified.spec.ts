import type { Page } from '@playwright/test';

import { chooseAccount, expect, endSession, signIn, test } from './fixtures';
import { goOnCallInMenu } from './on-call';

/** The tokens that the tab stores. */
const tokens = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

test('the code is useless without its PKCE verifier, and the provider allows only our origin @provider @certified', async ({
  page,
  request,
  certified,
}) => {
  const issuer = certified?.issuer ?? '';
  const redirect = `${certified?.origin}/oauth2/callback`;
  const params = { client_id: 'wardline-web', response_type: 'code', scope: 'openid', redirect_uri: redirect };
  const rejection = await request.get(`${issuer}/auth?${new URLSearchParams(params)}`, { maxRedirects: 0 });
  expect(rejection.headers().location).toContain('error=invalid_request');
  const foreign = await request.post(`${issuer}/token`, {
    form: { client_id: 'wardline-web', grant_type: 'authorization_code', code: 'x', redirect_uri: redirect },
    headers: { origin: 'http://evil.example' },
  });
  expect(foreign.headers()['access-control-allow-origin']).toBeUndefined();

  await page.route(`${issuer}/token`, async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    expect(sent.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    sent.set('code_verifier', 'x'.repeat(43));
    await route.continue({ postData: sent.toString() });
  });
  const exchange = page.waitForResponse(`${issuer}/token`);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login' }).click();
  await chooseAccount(page, 'nurse');
  expect((await exchange).status()).toBe(400);
  await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible();
  expect(await tokens(page)).not.toContain('access_token');
});

test('[ERR-11] a user who cancels the sign-in gets a message, and can sign in afterwards @provider @certified', async ({
  page,
}) => {
  await page.goto('/login?redirect=/request/location', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('End-User aborted interaction')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await signIn(page, 'nurse');
  await expect(page).toHaveURL('/consult');
});

test('[AUTH-04] an expired token is renewed in a hidden frame @provider @certified', async ({ page }) => {
  await page.goto('/login?redirect=/consult', { waitUntil: 'commit' });
  await signIn(page, 'nurse');
  await expect(page.locator('a[href*="/consult/"]').first()).toBeVisible();
  const before = await tokens(page);
  const renewal = page.waitForRequest(/\/auth\?.*prompt=none/);
  // As if the computer had slept until after the token expired.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(sessionStorage)) {
      if (!key.startsWith('oidc.user:')) continue;
      const user = JSON.parse(text as string) as object;
      sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }));
    }
  });
  await page.reload({ waitUntil: 'commit' });
  expect((await renewal).frame()).not.toBe(page.mainFrame());
  await expect(page.locator('a[href*="/consult/"]').first()).toBeVisible();
  expect(await tokens(page)).not.toBe(before);
});

test('[AUTH-11] a user whom the provider knows but Wardline does not sees only a page that says so @provider @certified', async ({
  page,
}) => {
  const called: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) called.push(response.status());
  });
  await page.goto('/login?redirect=/consult', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login' }).click();
  await chooseAccount(page, 'stranger');
  await expect(page.getByText('You do not have an active account here. Please contact the help desk.')).toBeVisible();
  expect(new Set(called)).toEqual(new Set([403]));
  await expect(page.getByText(/^Reconnecting/)).toBeHidden();
  await endSession(page, () => page.getByRole('button', { name: 'Logout' }).click());
  await signIn(page, 'nurse');
});

test('[BAPI-29] [RT-02] a session that the identity provider ends also ends here, with a message, and the user can sign in again @provider @certified', async ({
  page,
  certified,
}) => {
  await page.goto('/login?redirect=/help', { waitUntil: 'commit' });
  await signIn(page, 'nurse');
  const token = /"access_token":"([\w.-]+)"/.exec((await tokens(page)).replaceAll('\\', ''))?.[1];
  const getMe = () => page.request.get('/api/me', { headers: { Authorization: `Bearer ${token}` } });
  expect((await getMe()).status()).toBe(200);
  // As in another application of the hospital.
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${certified?.issuer}/session/end`);
  await elsewhere.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByText(/^The sign-in service ended your session/)).toBeVisible();
  expect(await (await getMe()).json()).toMatchObject({ code: 'session_ended' });
  expect(await tokens(page)).not.toContain('access_token');
  await signIn(page, 'nurse');
});

/** Tested here, because no other test of this server puts a user on call. */
test('[CALL-18] [CALL-19] prompts a specialist before logging out, and checks out @provider @certified', async ({
  openAs,
}) => {
  const page = await openAs('covid', '/help');
  const onCallSwitch = page.getByRole('switch', { name: /Call$/ });
  const logOutAnd = async (button: string) => {
    await page.getByRole('button', { name: /'s profile$/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm logout' });
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toBeHidden();
  };
  await goOnCallInMenu(page);
  await logOutAnd('Stay Signed In');
  await page.reload();
  await expect(onCallSwitch).toHaveText('On Call');
  await endSession(page, () => logOutAnd('Logout'));
  await signIn(page, 'covid');
  await expect(onCallSwitch).toHaveText('Off Call');
});
