import type { Page } from '@playwright/test';

import { expect, closeDialog, signIn, test } from './fixtures';

const profile = (page: Page) => page.getByRole('button', { name: /'s profile$/ });

async function openPreferences(page: Page) {
  await profile(page).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The left edge and the width of an element, once it has stopped moving. */
async function position(page: Page, selector: string) {
  const measure = () =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  let last = await measure();
  await expect
    .poll(async () => {
      const before = last;
      last = await measure();
      return last.left === before.left;
    })
    .toBe(true);
  return { left: last.left, width: last.width };
}

test('[ROUTE-12] [ROUTE-13] [ROUTE-17] [ROUTE-24] [ROUTE-35] each kind of user is redirected to their list from any path', async ({
  openAs,
}) => {
  const nurse = await openAs('nurse', '/nowhere/at/all');
  await expect(nurse).toHaveURL('/consult');
  await nurse.goto('/transfer', { waitUntil: 'commit' });
  await expect(nurse).toHaveURL('/consult');
  await nurse.goto('/consult/%E0%A4%A', { waitUntil: 'commit' });
  await expect(nurse).toHaveURL('/consult');
  await expect(nurse.getByRole('heading', { name: 'Welcome to Wardline' })).toBeVisible();
  const coordinator = await openAs('coordinator', '/consult');
  await expect(coordinator).toHaveURL('/transfer');
});

test('Back after signing in leads to neither the login page nor a blank page', async ({ page }) => {
  await page.goto('/help', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Help and Support' })).toBeVisible();
  await page.goto('/consult', { waitUntil: 'commit' });
  await signIn(page, 'nurse');
  await expect(page.getByRole('region', { name: 'Consults' })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
});

test('[NAV-15] [NAV-16] [CONST-07] the application panel is at the left, 420 px wide, and 95% on a phone', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/help');
  for (const [width, panelWidth] of [
    [1440, 420],
    [992, 420],
    [991, 991 * 0.95],
    [390, 390 * 0.95],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Applications' }).click();
    await expect(page.getByRole('link', { name: 'Admin' })).toBeVisible();
    const panel = await position(page, '.mantine-Drawer-content');
    expect(panel.left).toBe(0);
    expect(panel.width).toBeCloseTo(panelWidth, 0);
    await closeDialog(page, 'Applications');
  }
});

test('[CONST-07] [CONST-08] the layout changes at 576, 768, 992 and 1200 px, and nothing overflows', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/consult');
  await page.locator('a[href*="/consult/"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const list = page.getByRole('region', { name: 'Consults', exact: true });
  const consult = page.getByRole('region', { name: 'Consult', exact: true });
  const timeline = page.getByRole('region', { name: /Timeline/ });
  await expect(timeline).toBeVisible();
  const layout = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await expect(list).toBeVisible({ visible: width >= 992 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const left = await consult.boundingBox();
    const right = (await timeline.isVisible()) ? await timeline.boundingBox() : null;
    const beside = left !== null && right !== null && right.x >= left.x + left.width;
    const hasLabel = await page.getByText('Request Consult').evaluate((element) => element.clientWidth > 1);
    return [width, right !== null, beside, hasLabel];
  };
  const layouts: unknown[] = [];
  for (const width of [1200, 1199, 992, 991, 576, 575]) layouts.push(await layout(width));
  expect(layouts).toEqual([
    [1200, true, true, true],
    [1199, true, false, true],
    [992, true, false, true],
    [991, false, false, true],
    [576, false, false, true],
    [575, false, false, false],
  ]);
});

test('[CONST-08] the landing page has its three blocks side by side from 768 px on', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'commit' });
  const [connect, document] = ['Connect', 'Document'].map((name) => page.getByRole('heading', { name }));
  for (const width of [768, 767]) {
    await page.setViewportSize({ width, height: 844 });
    const tops = [await connect!.boundingBox(), await document!.boundingBox()].map((box) => box?.y);
    expect(tops[0] === tops[1]).toBe(width === 768);
  }
});

test('[PREF-02] favorites are set with the keyboard, kept across a reload, and listed first in the wizard @phone-soak', async ({
  openAs,
}) => {
  const page = await openAs('edtech', '/consult');
  const dialog = await openPreferences(page);
  await expect(dialog.getByRole('tab', { name: 'General' })).toBeFocused();
  const last = dialog.getByRole('button', { name: /^Favorite: / }).last();
  const name = (await last.getAttribute('aria-label')) ?? '';
  const star = dialog.getByRole('button', { name, exact: true });
  if ((await star.getAttribute('aria-pressed')) === 'true') await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const sent = page.waitForResponse(
    (response) => response.url().endsWith('/api/locations/me/favorites') && response.request().method() === 'POST',
  );
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(star).toBeFocused();
  expect((await star.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await sent;
  await page.reload();
  const reopened = await openPreferences(page);
  await expect(reopened.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await closeDialog(page, 'Preferences');
  await page.goto('/request/location', { waitUntil: 'commit' });
  const tile = page.getByRole('list', { name: 'Locations' }).getByRole('button').first();
  await expect(tile).toContainText('Favorite');
});

for (const [chosen, computer] of [
  ['Dark', 'light'],
  ['Light', 'dark'],
] as const) {
  test(`the ${chosen} scheme applies from the first paint on a ${computer} computer`, async ({ openAs }) => {
    const page = await openAs('nurse', '/help');
    await page.emulateMedia({ colorScheme: computer });
    const dialog = await openPreferences(page);
    await dialog.getByText(chosen, { exact: true }).click();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    const root = page.locator('html');
    await expect(root).toHaveCSS('color-scheme', chosen.toLowerCase());
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = Number(/\d+/.exec(background)?.[0]) > 127;
    expect(light).toBe(chosen === 'Light');
    release();
    await expect(page.getByRole('heading', { name: 'Help and Support' })).toBeVisible();
    await expect(root).toHaveCSS('color-scheme', chosen.toLowerCase());
  });
}

test('the message that the session ended is at the bottom, shifts nothing and covers no action @phone-soak', async ({
  openAs,
}) => {
  const page = await openAs('nurse', '/consult');
  await page.locator('a[href*="/consult/"]').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const phone = test.info().project.name === 'phone';
  if (phone) await page.getByRole('button', { name: /^Timeline/ }).click();
  await page.getByRole('textbox', { name: /Add Comment/ }).fill('She is getting worse.');
  const before = await heading.boundingBox();
  // The provider and the server no longer have a session for the nurse.
  await page.context().clearCookies();
  await page.route('**/updates', (route) =>
    route.fulfill({ status: 401, json: { code: 'not_signed_in', message: '', errors: [] } }),
  );
  await page.getByRole('button', { name: 'Add Comment' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  if (!phone) return;
  await page.getByRole('button', { name: 'Consult', exact: true }).click();
  await page.getByRole('button', { name: 'Actions' }).click({ trial: true });
});
