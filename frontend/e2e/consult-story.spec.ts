import type { Page } from '@playwright/test';

import { type OpenAs, expect, test } from './fixtures';
import { goOnCall } from './on-call';

const wide = { width: 1440, height: 900 };

/** A specialist at a workstation, on call. */
async function specialist(openAs: OpenAs, username: string, line: string | null = null) {
  const page = await openAs(username);
  await page.setViewportSize(wide);
  await goOnCall(page, line);
  return page;
}

async function enterByHand(page: Page, family: string) {
  await page.getByRole('list', { name: 'Locations' }).getByText('Fernwood').click();
  await expect(
    page.getByRole('heading', { name: 'Looks like you are at Fernwood Critical Access Hospital' }),
  ).toBeVisible();
  await page.getByLabel(/First Name/).fill('Wren');
  await page.getByLabel(/Last Name/).fill(family);
  await page.getByLabel(/Date of Birth/).fill('03/09/1957');
  await page.getByRole('radio', { name: 'Female', exact: true }).check();
  await page.getByLabel(/ID Number/).fill('4711');
  await page.getByLabel(/Hospital Name/).fill('Fernwood');
  await page.getByLabel(/Fax Number/).fill('5550140000');
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a nurse requests a consult from the census, a psychiatrist gives it, and both see every step without reloading [WIZ-38] [RT-07] [RT-09] [TIME-29] [FPSYCH-04] @phone-soak', async ({
  openAs,
}) => {
  const psych = await specialist(openAs, 'psych');
  const nurse = await openAs('nurse', '/request/location');
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  await expect(nurse.getByRole('heading', { name: /Looks like you are at Lakeshore General/ })).toBeVisible();
  const inEmergency = nurse
    .getByRole('list', { name: 'Patients' })
    .getByRole('listitem')
    .filter({ hasText: 'Emergency' });
  const patient = inEmergency.nth(test.info().project.name === 'phone' ? 3 : 9);
  const [family = ''] = (await patient.innerText()).split(',');
  await patient.click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Psych', { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: /^What is .* condition\?$/ })).toBeVisible();

  await nurse.getByRole('button', { name: 'Done' }).click();
  await expect(nurse.getByText('Resolve form errors to proceed')).toBeVisible();
  await nurse.getByRole('checkbox', { name: 'Complex Case Recommendations' }).click();
  await expect(nurse.getByLabel('Other', { exact: true })).toHaveCount(1);
  await nurse.getByLabel(/Callback Number/).fill('(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).dblclick();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  const consultId = nurse.url().split('/').at(-1) ?? '';
  const edit = nurse.getByRole('button', { name: 'Edit bedside phone number' });
  const position = await edit.boundingBox();
  expect(position).not.toBeNull();

  const card = psych.locator(`a[href$="${consultId}"]`);
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(family);
  await card.click();
  await expect(psych.getByRole('heading', { level: 1, name: new RegExp(family) })).toBeVisible();
  await expect(psych.getByText('Complex Case Recommendations')).toBeVisible();
  await expect(nurse.getByText('Also viewing:')).toBeVisible();
  expect(await edit.boundingBox()).toEqual(position);

  await psych.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(nurse.getByText(/Acknowledged by .+/).first()).toBeVisible();

  await psych.getByRole('textbox', { name: /Add Comment/ }).fill('On my way.\nFive minutes.');
  await psych.getByRole('button', { name: 'Add Comment' }).click();
  await expect(psych.getByText('Update created')).toBeVisible();
  const timeline = nurse.getByRole('button', { name: /^Timeline/ });
  if (await timeline.isVisible()) await timeline.click();
  const comment = nurse.getByText('On my way.');
  await expect(comment).toBeVisible();
  expect(await comment.innerText()).toBe('On my way.\nFive minutes.');
  await nurse.getByRole('textbox', { name: /Add Comment/ }).fill('Thank you.');
  await nurse.getByRole('button', { name: 'Add Comment' }).click();
  await expect(psych.getByText('Thank you.')).toBeVisible();

  await psych.getByRole('button', { name: 'Complete' }).click();
  await psych.getByRole('menuitem', { name: 'Phone Only with Provider' }).click();
  const dialog = psych.getByRole('dialog', { name: 'Consult Completion Details' });
  await dialog.getByLabel('Comment').fill('Advised observation.');
  await dialog.getByRole('button', { name: 'Complete and Sign Off' }).click();
  await expect(dialog).toBeHidden();
  const locked = 'Consult is completed or cancelled. Start a new consult to continue patient care.';
  await expect(psych.getByText(locked)).toBeVisible();
  await expect(nurse.getByRole('heading', { name: 'Consult Completed' })).toBeVisible();
  await expect(nurse.getByRole('textbox', { name: /Add Comment/ })).toBeHidden();
  await expect(card).toHaveCount(0);
});

test('a stroke request for a patient entered manually is sent as an emergency and canceled with a reason [DET-37] [DET-38] [INFO-33] @soak', async ({
  openAs,
}) => {
  const neuro = await specialist(openAs, 'neuro', 'Tele-Stroke');
  const nurse = await openAs('nurse', '/request/location');
  await enterByHand(nurse, 'Larkspurr');
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Stroke', { exact: true }).click();
  await expect(nurse.getByRole('heading', { name: "What is Wren Larkspurr's condition?" })).toBeVisible();
  await nurse.reload();
  await expect(nurse.getByRole('heading', { name: "What is Wren Larkspurr's condition?" })).toBeVisible();
  await nurse.getByLabel(/Callback Number/).fill('5550100112');
  // The form scrolls inside the window, which never scrolls itself.
  expect(await nurse.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  await nurse.getByRole('button', { name: 'Emergency' }).last().click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  await expect(nurse.getByText('Not Done')).toBeVisible();
  const consultId = nurse.url().split('/').at(-1) ?? '';
  const card = neuro.locator(`a[href$="${consultId}"]`);
  await expect(card).toContainText('Larkspurr');
  await expect(card).toContainText(/Critical/i);

  await nurse.getByRole('button', { name: 'Cancel Consult' }).click();
  const dialog = nurse.getByRole('dialog', { name: 'Cancel Consult Request' });
  await dialog.getByLabel(/Reason/).fill('Symptoms resolved before the call');
  await dialog.getByRole('button', { name: 'Cancel Consult' }).click();
  await expect(nurse.getByRole('heading', { name: 'Consult Cancelled' })).toBeVisible();
  await expect(nurse.getByText('Symptoms resolved before the call')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('a consult that does not exist leaves the list usable [DET-46]', async ({ openAs }) => {
  const nurse = await openAs('nurse', '/consult/00000000-0000-4000-8000-000000000000');
  await expect(nurse.getByText('Failed to load consult')).toBeVisible();
  await nurse.locator('a[href*="/consult/"]').first().click();
  await expect(nurse.getByRole('heading', { level: 1 })).toBeVisible();
});
