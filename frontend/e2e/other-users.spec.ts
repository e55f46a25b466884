import { expect, closeDialog, logOut, test } from './fixtures';

test('[NAV-21] [WL-03] [WL-35] [WL-47] a coordinator finds a transfer, reads its consult and returns to the unchanged list @phone-soak', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const phone = test.info().project.name === 'phone';
  const list = page.getByRole('region', { name: 'Transfers' });
  const cards = list.locator('a[href*="/transfer/"]');
  await expect(cards.first()).toContainText(/Transfer (Requested|Acknowledged)/);
  const heights = await cards.locator('time').evaluateAll((times) => times.map((time) => time.clientHeight));
  expect(Math.max(...heights), 'a time is on one line').toBeLessThan(30);
  await list.getByRole('button', { name: /^Filter/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter Transfers' });
  await filter.getByRole('radio', { name: 'Completed' }).check();
  await filter.getByRole('button', { name: 'Show Results' }).click();
  await expect(cards.first()).toContainText('Transfer Completed');
  const [family = ''] = (await cards.first().innerText()).split(',');
  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(family);
  if (phone) await page.getByRole('button', { name: /^Timeline/ }).click();
  await expect(page.getByRole('region', { name: /Timeline/ })).toContainText('Transfer');
  if (phone) await page.getByRole('button', { name: 'Consult', exact: true }).click();
  if (phone) await page.getByRole('link', { name: 'Back to transfers' }).click();
  await expect(list.getByRole('button', { name: /^Filter/ })).toContainText('1');
  await expect(cards.first()).toContainText('Transfer Completed');
});

test('[NAV-10] [NAV-17] [FEED-01] [NAV-12] [NAV-14] an administrator opens the applications, gives feedback and logs out @soak @phone-soak', async ({
  openAs,
}) => {
  const page = await openAs('admin');
  await page.getByRole('button', { name: 'Applications' }).click();
  await expect(page.getByRole('link', { name: 'Admin' })).toBeVisible();
  await closeDialog(page, 'Applications');
  await page.getByRole('button', { name: /'s profile$/ }).click();
  await page.getByRole('menuitem', { name: 'Provide Feedback' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Very good/ }).check();
  await dialog.getByRole('textbox', { name: 'Comments' }).fill('All wards are connected.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await logOut(page);
  await page.goto('/consult', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});
