import { expect, expectAccessible, test } from './fixtures';
import { goOnCall } from './on-call';

test('a nurse requests a consult, and a dermatologist acknowledges, completes and signs it', async ({ openAs }) => {
  const [nurse, specialist] = await Promise.all([openAs('nurse', '/request/location'), openAs('derm')]);
  await goOnCall(specialist);
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = nurse.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).first().getByRole('button').click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Dermatology', { exact: true }).click();
  await nurse
    .getByRole('group', { name: /^Body Site/ })
    .getByRole('radio', { name: 'Trunk' })
    .click();
  await nurse
    .getByRole('group', { name: /spreading/ })
    .getByRole('radio', { name: 'Yes' })
    .click();
  await nurse.getByLabel(/^Callback Number/).fill('(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).click();
  await expect(nurse.getByText('Resolve form errors to proceed')).toBeVisible();
  await nurse.getByLabel(/^How fast/).fill('A hand a day');
  await expectAccessible(nurse);
  await nurse.getByRole('button', { name: 'Done' }).click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);

  await specialist.locator(`a[href$="${new URL(nurse.url()).pathname}"]`).click();
  const consult = specialist.getByRole('region', { name: 'Consult', exact: true });
  await expect(consult.getByText('A hand a day')).toBeVisible();
  await expect(consult.getByText('trunk')).toBeVisible();
  await specialist.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(nurse.getByText(/Acknowledged by .+/)).toBeVisible();
  await specialist.getByRole('button', { name: 'Complete' }).click();
  await specialist.getByRole('menuitem', { name: 'Phone', exact: true }).click();
  const dialog = specialist.getByRole('dialog', { name: 'Consult Completion Details' });
  await dialog.getByLabel(/^Photographs/).fill('Three, sharp');
  await expectAccessible(specialist);
  await dialog.getByRole('button', { name: 'Complete and Sign Off' }).click();
  await expect(dialog).toBeHidden();
  for (const page of [specialist, nurse]) {
    await expect(page.getByText(/^Consult is completed or cancelled\./)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sign-off' }).getByText('Three, sharp')).toBeVisible();
  }
});
