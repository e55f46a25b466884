import type { Page } from '@playwright/test';

import { expect, goOnCall, leaveDialog, signIn, test } from './fixtures';

/** What the browser refuses from now on because the content security policy forbids it, with what pages throw. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

/** Opens the dialog of this action, looks for its style, and leaves it; a phone gathers the actions in one menu. */
async function lookInto(page: Page, action: string, dialog: string) {
  const gathered = test.info().project.name === 'phone';
  if (gathered) await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole(gathered ? 'menuitem' : 'button', { name: action }).click();
  await leaveDialog(page, dialog);
}

async function openOwnDialog(page: Page, item: string) {
  await page.getByRole('button', { name: /^Profile of / }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await leaveDialog(page);
}

test('nothing that the application does needs a looser content security policy @phone', async ({ page }) => {
  const found = refusals(page);
  await page.goto('/login?redirect=%2Frequest%2Flocation', { waitUntil: 'commit' });
  await signIn(page, 'nurse');
  await page.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = page.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(6).click();
  await page.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Stroke', { exact: true }).click();
  await expect(page.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
  await page.getByLabel(/Callback Number/).fill('5550100113');
  await page.getByRole('button', { name: 'Emergency' }).last().click();
  await page.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await lookInto(page, 'Cancel Consult', 'Cancel Consult Request');
  await openOwnDialog(page, 'Provide Feedback');
  await page.goto('/help', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(found).toEqual([]);
});

test('a specialist’s menus, filters and dialogs keep to the content security policy @phone', async ({ page }) => {
  const found = refusals(page);
  await page.goto('/login?redirect=%2Fconsult', { waitUntil: 'commit' });
  await signIn(page, 'icu');
  await goOnCall(page);
  await page
    .getByRole('button', { name: /^Filter/ })
    .first()
    .click();
  await leaveDialog(page);
  await page.locator('a[href*="/consult/"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openOwnDialog(page, 'Preferences');
  await openOwnDialog(page, 'Logout');
  expect(found).toEqual([]);
});

test('what an attacker would add to a page neither runs nor shows', async ({ page }) => {
  const found = refusals(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    const picture = document.createElement('img');
    picture.setAttribute('onerror', 'document.title = "taken over"');
    picture.src = 'https://example.org/beacon.png';
    document.body.append(script, style, picture);
    document.body.setAttribute('style', 'display: none');
  });
  await expect.poll(() => found.length).toBeGreaterThanOrEqual(4);
  await expect(page).not.toHaveTitle('taken over');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});
