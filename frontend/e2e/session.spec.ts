import { chooseAccount, expect, closeDialog, logOut, signIn, test } from './fixtures';

test('[AUTH-01] [AUTH-03] [AUTH-06] [ROUTE-16] [BAPI-29] signs in with the identity provider and returns to the requested page @phone-soak @provider', async ({
  page,
  provider,
}) => {
  await page.goto('/request/location', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Connect' })).toBeVisible();
  await expect(page.locator('input[type="password"]')).toHaveCount(0);
  const authorization = page.waitForRequest(/\/auth(orize)?\?/);
  await page.getByRole('button', { name: 'Login' }).click();
  const query = new URL((await authorization).url()).searchParams;
  expect(query.get('scope')).toBe('openid profile email');
  expect(query.get('code_challenge_method')).toBe('S256');
  await chooseAccount(page, 'nurse');
  await expect(page.getByRole('button', { name: /'s profile$/ })).toBeVisible();
  await expect(page).toHaveURL('/request/location');
  expect(await page.evaluate(() => sessionStorage.getItem('wardline.provider'))).toBe(
    provider === 'certified' ? 'Certified sign-in' : 'Demonstration sign-in',
  );
});

test('[AUTH-04] [BAPI-29] renews silently without losing input @provider-soak', async ({ openAs }) => {
  const page = await openAs('nurse', '/help');
  await page.getByRole('button', { name: /'s profile$/ }).click();
  await page.getByRole('menuitem', { name: 'Provide Feedback' }).click();
  await page.getByRole('textbox', { name: 'Comments' }).fill('It works at night, too.');
  await page.getByRole('radio', { name: /Very good/ }).check();
  let attempts = 0;
  await page.route('**/api/feedback', async (route) => {
    attempts += 1;
    if (attempts > 1) await route.fallback();
    else await route.fulfill({ status: 401, json: { code: 'not_signed_in', message: '', errors: [] } });
  });
  const renewal = page.waitForRequest(/prompt=none/);
  const sent = page.waitForRequest((request) => attempts > 0 && request.url().endsWith('/api/feedback'));
  await page.getByRole('button', { name: 'Send' }).click();
  await renewal;
  expect((await sent).postDataJSON()).toEqual({ rating: 4, feedback: 'It works at night, too.' });
  await expect(page.getByText('Thank you for your feedback')).toBeVisible();
});

test('[ERR-01] [BAPI-30] [BERR-17] a user signs in again after the session ended, without losing input', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/consult');
  let prompts = 0;
  page.on('dialog', (dialog) => {
    prompts += 1;
    void dialog.accept();
  });
  await page.locator('a[href*="/consult/"]').first().click();
  const comment = page.getByRole('textbox', { name: /Add Comment/ });
  await comment.fill('She is getting worse.');
  // The provider and the server no longer have a session for the nurse.
  await page.context().clearCookies();
  await page.route('**/updates', (route) =>
    route.fulfill({ status: 401, json: { code: 'not_signed_in', message: '', errors: [] } }),
  );
  await page.getByRole('button', { name: 'Add Comment' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.unroute('**/updates');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await chooseAccount(page, 'nurse');
  await expect(page).toHaveURL(path);
  await expect(comment).toHaveValue('She is getting worse.');
  expect(prompts).toBe(0);
});

test('[AUTH-02] [AUTH-06] [BAPI-29] logs out with the identity provider and leaves nothing behind @provider', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/help');
  const called = page.waitForRequest('**/api/me');
  await page.reload();
  const headers = { Authorization: (await (await called).headerValue('authorization')) ?? '' };
  await logOut(page);
  await expect(page).toHaveURL(/\/login(\?redirect=%2F)?$/);
  expect(await (await page.request.get('/api/me', { headers })).json()).toMatchObject({ code: 'session_ended' });
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.goto('/consult', { waitUntil: 'commit' });
  // The provider no longer has a session for the nurse.
  await signIn(page, 'edtech');
});

test('[WIZ-43] logging out in one tab ends the session in the other and clears what was entered @provider-soak', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/request/location');
  await page.getByRole('list', { name: 'Locations' }).getByText('Fernwood').click();
  const stored = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('request-wizard')));
  await expect.poll(stored).toHaveLength(1);
  // The user's locations are cached in the open; which one was chosen is not.
  const entered = () =>
    page.evaluate(() => {
      const kept = Object.entries(sessionStorage).filter(([key]) => !key.endsWith('locations'));
      return JSON.stringify([kept, localStorage, window.history.state]);
    });
  expect(await entered()).not.toContain('Fernwood');
  expect(await page.evaluate(async () => [await indexedDB.databases(), await caches.keys()])).toEqual([[], []]);
  const other = await page.context().newPage();
  await other.goto('/login?redirect=/help', { waitUntil: 'commit' });
  await other.getByRole('button', { name: 'Login' }).click();
  await logOut(other);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await stored()).toEqual([]);
});

test('[RT-01] [RT-03] shows that the connection is lost and clears the message within two seconds of reconnecting', async ({
  page,
  context,
}) => {
  const sockets: string[] = [];
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    sockets.push(socket.url());
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
  });
  await page.goto('/help', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Help and Support' })).toBeVisible();
  expect(sockets).toEqual([]);
  await page.goto('/consult', { waitUntil: 'commit' });
  await signIn(page, 'nurse');
  await expect.poll(() => sockets.length).toBe(1);
  expect(sockets[0]).toContain('transport=websocket');
  await expect.poll(() => frames[0]).toMatch(/^40\{"token":"[\w-]+\.[\w-]+\.[\w-]+","pageAge":\d+\}$/);
  await context.setOffline(true);
  await expect(page.getByText(/^Reconnecting\. Showing data as of \d{1,2}:\d\d[ap]m\.$/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Reconnecting/)).toBeHidden({ timeout: 2_000 });
});

/** The positions of all controls in the navigation, whether something covers them, and where the page below begins. */
const measure = () => {
  const controls = [...document.querySelectorAll('header a, header button')].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
    return { left, top, free: control.contains(topmost) };
  });
  return { controls, main: document.querySelector('main')?.getBoundingClientRect().top };
};

test('does not shift or cover anything while the connection is lost, at any width', async ({ openAs }) => {
  const page = await openAs('both', '/help');
  const measureAll = async () => {
    const measurements: ReturnType<typeof measure>[] = [];
    for (const width of [1440, 992, 390]) {
      await page.setViewportSize({ width, height: 844 });
      measurements.push(await page.evaluate(measure));
    }
    return measurements;
  };
  const before = await measureAll();
  expect(before.flatMap(({ controls }) => controls).filter(({ free }) => !free)).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Reconnecting/)).toBeVisible();
  expect(await measureAll()).toEqual(before);
});

test('[ROUTE-09] [ERR-12] does not show text from the URL on the error page', async ({ page }) => {
  await page.goto('/error?title=Pay&message=Call%20us', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible();
  await expect(page.getByText('Call us')).toHaveCount(0);
  await expect(page.getByText(/^For emergent consult requests please follow the backup procedure/)).toBeVisible();
});

test('the profile menu can be used with the keyboard @phone-soak', async ({ openAs }) => {
  const page = await openAs('nurse', '/help');
  await page.getByRole('button', { name: /'s profile$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Preferences' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
  await closeDialog(page, 'Preferences');
});
