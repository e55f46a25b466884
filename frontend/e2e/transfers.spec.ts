import { expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { requestConsult } from './request-consult';
import { recordTones, takeTones } from './tones';

test('a neurologist asks for a transfer, a coordinator hears of it, takes it on and completes it, and the bedside sees each step [TRF-02] [TRF-07] [TRF-18] [RT-12] [RT-13] @soak @phone-soak', async ({
  openAs,
  request,
}) => {
  const { path, patient } = await requestConsult(request, 'nurse', 'Tele-Stroke');
  const [, family = ''] = patient.split(' ');
  const coordinator = await openAs('coordinator', '/transfer');
  await expect(coordinator.getByRole('list', { name: 'Transfers' }).getByRole('listitem').first()).toBeVisible();
  await recordTones(coordinator);
  await coordinator.getByRole('switch', { name: 'Sound for new transfers' }).click();
  // Turning it on plays it once.
  await takeTones(coordinator);
  const nurse = await openAs('nurse', path);
  await expect(nurse.getByRole('heading', { level: 1, name: new RegExp(family) })).toBeVisible();
  const neuro = await openAs('neuro', path);
  await neuro.setViewportSize({ width: 1440, height: 900 });
  await goOnCall(neuro, 'Tele-Stroke');

  await neuro.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = neuro.getByRole('dialog', { name: 'Transfer request' });
  await dialog.getByLabel(/Referring Physician/).fill('Dr. Imani Rowan');
  await dialog.getByRole('radio', { name: /Millstone Valley Hospital/ }).check();
  await expect(dialog.getByLabel(/Facility Location/)).toHaveValue(/./);
  await dialog.getByRole('radio', { name: 'Ground' }).check();
  const notice = 'Ground transport may take longer than air. Confirm availability with the transport team.';
  await expect(dialog.getByText(notice)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Level 1' }).check();
  await dialog.getByRole('button', { name: 'Request Transfer' }).click();
  await expect(dialog).toBeHidden();

  const card = coordinator.getByRole('listitem').filter({ hasText: family });
  await expect(card).toContainText('New');
  // What is critical rings again every 15 seconds.
  expect((await takeTones(coordinator)).slice(0, 2)).toEqual([660, 880]);
  await card.getByRole('button', { name: `Acknowledge Transfer for ${family}, Ida` }).click();
  await expect(coordinator.getByText('Transfer acknowledged.')).toBeVisible();
  await expect(card).toContainText('Transfer Acknowledged');

  const bedside = nurse.getByRole('region', { name: 'Transfer', exact: true });
  await expect(bedside.getByText('Acknowledged', { exact: true }).first()).toBeVisible();
  await expect(bedside).toContainText('Luis Cedarwood');

  await card.getByRole('link').click();
  const details = coordinator.getByRole('region', { name: 'Transfer', exact: true });
  for (const fact of ['Dr. Imani Rowan', 'Millstone Valley Hospital', 'Ground', 'Level 1', notice])
    await expect(details).toContainText(fact);
  const actions = coordinator.getByRole('button', { name: 'Actions' });
  if (await actions.isVisible()) {
    await actions.click();
    await coordinator.getByRole('menuitem', { name: 'Complete Transfer' }).click();
  } else await coordinator.keyboard.press('d');
  await expect(details).toContainText('Completed');
  await expect(bedside.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(neuro.getByRole('heading', { name: 'Transfer Completed' })).toBeVisible();
  await expect(neuro.getByRole('button', { name: 'Transfer', exact: true })).toBeHidden();
});
