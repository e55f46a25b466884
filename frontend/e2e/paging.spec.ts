import type { Locator, Page } from '@playwright/test';

import { closeDialog, expect, expectAccessible, test } from './fixtures';
import { checkIn } from './on-call';
import { cancel, pagesOf, Phone, putPolicy, waitingFor } from './paging';
import { addThisDevice, contactsIn, openPagingSettings, PushDevice } from './push-device';
import { requestConsult } from './request-consult';
import { storeSession } from './session';
import { recordTones, takeTones } from './tones';

/** A line on which no other test requests anything in `make test`. */
const LINE = 'Tele-Stroke (Regional)';
const PRIMARY = { username: 'neuro2', name: 'Hiroshi Obsidian' };
const SECOND = { username: 'nomedipac', name: 'Søren Quartz', phone: '(555) 022-0203' };
const ON_PHONE = { width: 390, height: 844 };
const SHOTS = '/tmp/h/journey/shots';

// Both specialists are in all tests.
test.describe.configure({ mode: 'default' });

async function turnSoundOn(page: Page) {
  await recordTones(page);
  const toggle = page.getByRole('switch', { name: 'Sound for new consults and urgent comments' });
  if ((await toggle.getAttribute('aria-checked')) !== 'true') await toggle.click();
  await takeTones(page);
}

/** Adds a voice call to the contacts; its code is said on the phone. */
async function addCall(page: Page, phone: Phone) {
  const dialog = await openPagingSettings(page);
  await page.screenshot({ path: `${SHOTS}/settings-390.png` });
  await dialog.getByRole('button', { name: 'Add a Phone' }).click();
  const form = page.getByRole('dialog', { name: 'Add a Phone' });
  await form.getByLabel(/Phone Number/).fill(SECOND.phone);
  await form.getByRole('radio', { name: 'Phone call' }).click();
  await form.getByLabel(/^Label/).fill('Cell phone, calls');
  await page.screenshot({ path: `${SHOTS}/add-phone-390.png` });
  await form.getByRole('button', { name: 'Send Code' }).click();
  const call = await phone.answer('verification code');
  const code = /code\. ([\d. ]+)\. Again/.exec(await call.innerText())?.[1]?.replaceAll(/\D/g, '') ?? '';
  await page.bringToFront();
  const contact = contactsIn(dialog).filter({ hasText: 'Cell phone, calls' });
  await contact.getByLabel(/^Code for/).fill(code);
  await page.screenshot({ path: `${SHOTS}/verify-390.png` });
  await contact.getByRole('button', { name: 'Verify' }).click();
  await expect(contact.getByText('Verified', { exact: true })).toBeVisible();
  await page.screenshot({ path: `${SHOTS}/verified-390.png` });
  await closeDialog(page, 'Paging Settings');
}

test('a nurse requests a consult, the specialist who is pushed ignores it, and the next one acknowledges it by a key on the phone, after which everything is silent', async ({
  openAs,
  request,
}) => {
  test.slow();
  const [nurse, primary, second] = await Promise.all([
    openAs('nurse', '/help'),
    openAs(PRIMARY.username, '/consult'),
    openAs(SECOND.username, '/consult'),
  ]);
  await second.setViewportSize(ON_PHONE);
  await checkIn(primary, LINE);
  await checkIn(second, LINE, { primary: false });
  const phone = await Phone.of(second, SECOND.phone);
  await addCall(second, phone);
  await using device = await PushDevice.of(primary);
  const settings = await openPagingSettings(primary);
  await addThisDevice(settings);
  await primary.screenshot({ path: `${SHOTS}/settings-1440.png` });
  await closeDialog(primary, 'Paging Settings');
  for (const page of [primary, second]) {
    await turnSoundOn(page);
    await page.clock.install();
  }
  await using _ = await putPolicy(request, LINE, [
    { afterSeconds: 0, targets: ['allNotifications'] },
    { afterSeconds: 8, targets: ['escalationOnly'] },
  ]);

  const { path } = await requestConsult(request, 'nurse', LINE);
  const about = `${LINE}, Lakeshore General - Emergency Department`;
  const t0 = Date.now();
  await expect.poll(() => device.words()).toContainEqual(['Critical: New Consult', expect.stringContaining(about)]);
  await expect(waitingFor(primary, LINE)).toContainText('You are paged: on call for all notifications');
  console.log('told after', Date.now() - t0, await waitingFor(second, LINE).allInnerTexts());
  await expect(waitingFor(second, LINE)).toHaveCount(0);
  await primary.screenshot({ path: `${SHOTS}/told-1440.png` });
  await primary.clock.fastForward(16_000);
  console.log('tones primary', await takeTones(primary), 'second', await takeTones(second));
  await nurse.goto(path);
  await expect(pagesOf(nurse)).toContainText(PRIMARY.name);
  await nurse.screenshot({ path: `${SHOTS}/nurse-1-1440.png` });

  await expect(waitingFor(second, LINE)).toContainText('You are paged: on call for escalations only');
  await second.screenshot({ path: `${SHOTS}/escalated-390.png` });
  await phone.page.bringToFront();
  const call = await phone.answer(`This is Wardline. Critical: New Consult, ${LINE}`);
  await phone.page.screenshot({ path: `${SHOTS}/phones-390.png` });
  await call.getByRole('button', { name: 'Key 1' }).click();
  await expect(phone.received('You have acknowledged the consult.')).toBeVisible();
  await phone.page.screenshot({ path: `${SHOTS}/phones-2-390.png` });
  await expect(nurse.getByText(/Acknowledged by .+/).first()).toBeVisible();
  await nurse.screenshot({ path: `${SHOTS}/nurse-2-1440.png`, fullPage: true });
  console.log(await pagesOf(nurse).innerText());
  await nurse.setViewportSize(ON_PHONE);
  await pagesOf(nurse).scrollIntoViewIfNeeded();
  await nurse.screenshot({ path: `${SHOTS}/nurse-2-390.png` });
  await second.bringToFront();
  for (const page of [primary, second]) await expect(waitingFor(page, LINE)).toHaveCount(0);
  await expect.poll(() => device.words()).toContainEqual([`Taken by ${SECOND.name}`, about]);
  await primary.screenshot({ path: `${SHOTS}/silent-1440.png` });
  await second.screenshot({ path: `${SHOTS}/silent-390.png` });
  for (const page of [primary, second]) {
    await takeTones(page);
    await page.clock.fastForward(31_000);
    console.log('after', await takeTones(page));
  }
  await cancel(request, path);
});

/** How much of the 44 px around its center reaches it when pressed: 1 if nothing covers it and it is large enough for a thumb. */
const touchable = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const steps = [-21.5, 0, 21.5];
    const points = steps.flatMap((across) =>
      steps.map((down) => [x + width / 2 + across, y + height / 2 + down] as const),
    );
    return points.filter((point) => element.contains(document.elementFromPoint(...point))).length / points.length;
  });

test('on a phone, what waits can be muted, opened and declined by touch and by keyboard, and covers nothing', async ({
  openAs,
  request,
}) => {
  test.slow();
  const second = await openAs(SECOND.username, '/consult');
  await second.setViewportSize(ON_PHONE);
  await checkIn(second, LINE, { primary: false });
  await turnSoundOn(second);
  await second.clock.install();
  await using _ = await putPolicy(request, LINE, [{ afterSeconds: 0, targets: ['escalationOnly'] }]);
  const { path } = await requestConsult(request, 'nurse', LINE);
  const page = waitingFor(second, LINE);
  const mute = page.getByRole('switch', { name: /^Sound for New Consult/ });
  const open = page.getByRole('button', { name: /^Open New Consult/ });
  await expect(mute).toBeChecked();
  for (const button of [mute, open, second.getByRole('link', { name: 'Request Consult' })]) {
    expect(await touchable(button)).toBe(1);
  }
  await expectAccessible(second);

  await second.clock.fastForward(16_000);
  console.log('rings', await takeTones(second));
  await mute.focus();
  await second.keyboard.press('Space');
  await expect(mute).not.toBeChecked();
  await second.clock.fastForward(31_000);
  console.log('muted', await takeTones(second));
  await second.screenshot({ path: `${SHOTS}/muted-390.png` });
  await second.reload({ waitUntil: 'commit' });
  await expect(mute).not.toBeChecked();

  await mute.focus();
  await second.keyboard.press('Tab');
  await expect(open).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(second).toHaveURL(path);
  await expect(second.locator('#consult-top').getByRole('heading', { level: 1 })).toBeVisible();
  await second.screenshot({ path: `${SHOTS}/opened-390.png` });
  expect(await touchable(second.getByRole('button', { name: 'Actions' }))).toBe(1);
  await second.goBack();
  await expect(second).toHaveURL('/consult');
  await expect(page).toBeVisible();

  await open.click();
  await second.getByRole('button', { name: 'Actions' }).click();
  await second.screenshot({ path: `${SHOTS}/actions-390.png` });
  await second.getByRole('menuitem', { name: 'Decline', exact: true }).click();
  const dialog = second.getByRole('dialog', { name: 'Decline Consult Request' });
  await dialog.getByLabel(/Reason/).fill('In another case');
  await second.screenshot({ path: `${SHOTS}/decline-390.png` });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveCount(0);
  await second.screenshot({ path: `${SHOTS}/declined-390.png` });
  console.log(await pagesOf(second).innerText());
  await cancel(request, path);
});

test('what waits rings in all tabs of a person until it is opened in one of them', async ({ openAs, request }) => {
  test.slow();
  const primary = await openAs(PRIMARY.username, '/consult');
  await checkIn(primary, LINE);
  const { path } = await requestConsult(request, 'nurse', LINE);
  const nurse = await openAs('nurse', path);
  const other = await primary.context().newPage();
  await storeSession(other, PRIMARY.username);
  await other.goto('/help');
  const tabs = [primary, other];
  for (const tab of tabs) await expect(waitingFor(tab, LINE)).toBeVisible();
  await primary.screenshot({ path: `${SHOTS}/tabs-1440.png` });
  await waitingFor(other, LINE).getByRole('button', { name: /^Open/ }).click();
  await other.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  for (const tab of tabs) await expect(waitingFor(tab, LINE)).toHaveCount(0);
  console.log(await pagesOf(nurse).innerText());
  await nurse.getByRole('textbox', { name: /Add Comment/ }).fill('Seizing now.');
  await nurse.getByLabel('Urgent notify').check();
  await nurse.getByRole('button', { name: 'Add Comment' }).click();
  await primary.bringToFront();
  await expect(primary.getByRole('region', { name: 'Urgent comments' })).toBeVisible();
  await primary.screenshot({ path: `${SHOTS}/urgent-1440.png` });
  await nurse.screenshot({ path: `${SHOTS}/urgent-nurse-1440.png` });
  console.log(await pagesOf(nurse).innerText());
  await primary.getByRole('region', { name: 'Urgent comments' }).getByRole('button', { name: /^Open/ }).click();
  for (const tab of tabs) await expect(tab.getByRole('region', { name: 'Urgent comments' })).toHaveCount(0);
  for (const tab of tabs) await expect(waitingFor(tab, LINE)).toHaveCount(0);
  await primary.screenshot({ path: `${SHOTS}/urgent-opened-1440.png` });
  console.log(await pagesOf(nurse).innerText());
  await cancel(request, path);
});
