import { expect, test } from './fixtures';

/** As a server responds that is configured to ask. */
const asks = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age="0"' },
  json: {
    code: 'step_up_required',
    message: 'This needs a fresh sign-in.',
    errors: [],
    maxAge: 0,
    acrValues: 'strong',
  },
};

test('what was typed survives a fresh sign-in', { tag: '@soak' }, async ({ openAs }) => {
  const page = await openAs('admin', '/admin/roles');
  await page.getByRole('link', { name: 'Reporting' }).click();
  await page.getByRole('textbox', { name: 'Shown As' }).fill('Reports');
  await page.route(/\/api\/roles\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(asks) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Sign In Again' }).click();
  await page.waitForURL(/demo-identity.*max_age=0.*acr_values=strong|demo-identity.*acr_values=strong.*max_age=0/);
  await page.unrouteAll();
  await page.getByRole('button', { name: /Ruth Hornbeam/ }).click();
  await expect(page.getByRole('textbox', { name: 'Shown As' })).toHaveValue('Reports');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('No changes')).toBeVisible();
});
