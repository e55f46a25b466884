import { expect, test } from './fixtures';
import { addThisDevice, contactsIn, openPagingSettings, PushDevice } from './push-device';

test('a device confirms that pushes arrive, gets a test, and shows, opens and replaces pages', async ({ openAs }) => {
  const page = await openAs('tox', '/consult');
  await using browser = await PushDevice.of(page);
  const dialog = await openPagingSettings(page);
  const contacts = contactsIn(dialog);
  await expect(contacts).toHaveCount(1);
  const device = await addThisDevice(dialog);
  expect(await browser.words()).toEqual([['Device added', 'Requests can now reach you on this device.']]);

  await device.getByRole('button', { name: /earlier$/ }).click();
  await expect(contacts.first()).toContainText('This device');
  await dialog.getByRole('button', { name: 'Send Me a Test' }).click();
  await expect(device.getByText('Test: Delivered')).toBeVisible();
  await browser.press('test', '');
  await expect(device.getByText('Test: Seen')).toBeVisible();

  const tag = 'consult-1';
  const place = { line: 'Tele-Toxicology', location: 'Fernwood ED' };
  const about = { ...place, priority: 'critical', about: 'New Consult', mayAcknowledge: true };
  const asked = { ...about, kind: 'page', waiting: 2, takenBy: null, link: '/help', tag, receipt: 'r'.repeat(43) };
  await browser.deliver(JSON.stringify(asked));
  await expect
    .poll(() => browser.words())
    .toContainEqual(['Critical: New Consult', 'Tele-Toxicology, Fernwood ED. 2 pages are waiting for you']);
  expect((await browser.shown()).get(tag)).toMatchObject({
    stays: true,
    silent: false,
    buttons: ['Acknowledge', 'Open'],
  });
  await expect.poll(() => browser.badge()).toBe(2);
  await browser.press(tag, 'acknowledge');
  await page.waitForURL('**/help?acknowledge=1');

  await browser.deliver(JSON.stringify(asked));
  await browser.deliver(JSON.stringify({ ...asked, kind: 'taken', takenBy: 'Amara Feldspar', waiting: 0 }));
  await expect.poll(() => browser.words()).toContainEqual(['Taken by Amara Feldspar', 'Tele-Toxicology, Fernwood ED']);
  expect((await browser.shown()).get(tag)).toMatchObject({ stays: false, silent: true, buttons: [] });
  await expect.poll(() => browser.badge()).toBe(0);
});
