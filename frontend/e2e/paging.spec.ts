import type { Page } from '@playwright/test';

import { installClock } from './clock';
import { closeDialog, expect, expectAccessible, type OpenAs, test } from './fixtures';
import { checkIn } from './on-call';
import {
  cancelAfterwards,
  expectSilence,
  expectToRing,
  onlyOf,
  pagesOf,
  Phone,
  putPolicy,
  removeContacts,
  ringingOf,
  touchable,
  turnSoundOn,
  waitingFor,
} from './paging';
import { addThisDevice, contactsIn, openPagingSettings, PushDevice } from './push-device';
import { requestConsult } from './request-consult';
import { storeSession } from './session';
import { recordTones, takeTones } from './tones';

/** A line on which no other test requests consults, whose users choose their notification type. */
const LINE = 'Tele-Stroke (Regional)';
const ABOUT = `${LINE}, Lakeshore General - Emergency Department`;
const PRIMARY = { username: 'neuro2', name: 'Hiroshi Obsidian' };
const SECOND = { username: 'nomedipac', name: 'Søren Quartz', phone: '(555) 022-0203' };
const ON_PHONE = { width: 390, height: 844 };

// All of them have the same specialists.
test.describe.configure({ mode: 'default' });

/** The specialist who is paged at once, with a device that gets pushes. */
async function openPrimary(openAs: OpenAs) {
  const page = await openAs(PRIMARY.username, '/consult');
  await onlyOf(page, LINE);
  await checkIn(page, LINE);
  const device = await PushDevice.of(page);
  await addThisDevice(await openPagingSettings(page));
  await closeDialog(page, 'Paging Settings');
  return { page, device };
}

/** The specialist who is paged by escalations only, with a phone that gets texts and calls. */
async function openSecond(openAs: OpenAs) {
  const page = await openAs(SECOND.username, '/consult');
  await page.setViewportSize(ON_PHONE);
  await onlyOf(page, LINE);
  await checkIn(page, LINE, { primary: false });
  const phone = await Phone.of(page, SECOND.phone);
  await addCall(page, phone);
  return { page, phone };
}

/** Adds phone calls to the contacts; the code is said on the phone. */
async function addCall(page: Page, phone: Phone) {
  const dialog = await openPagingSettings(page);
  await dialog.getByRole('button', { name: 'Add a Phone' }).click();
  const form = page.getByRole('dialog', { name: 'Add a Phone' });
  await form.getByLabel(/Phone Number/).fill(SECOND.phone);
  await form.getByRole('radio', { name: 'Phone Call' }).click();
  await form.getByLabel(/^Label/).fill('Calls');
  await form.getByRole('button', { name: 'Send Code' }).click();
  const call = await phone.answer('verification code');
  const [, said = ''] = /code\. ([\d. ]+)\. Again/.exec(await call.innerText()) ?? [];
  const contact = contactsIn(dialog).filter({ hasText: 'Calls' });
  await contact.getByLabel('Code for Calls').fill(said.replaceAll(/\D/g, ''));
  await contact.getByRole('button', { name: 'Verify' }).click();
  await expect(contact.getByText('Verified', { exact: true })).toBeVisible();
  await closeDialog(page, 'Paging Settings');
}

/** Sounds are on, and the test moves the clock. */
async function listen(page: Page) {
  await turnSoundOn(page);
  await installClock(page);
}

async function expectProof(nurse: Page, ...lines: readonly (string | RegExp)[]) {
  for (const line of lines) await expect(pagesOf(nurse)).toContainText(line);
}

test('[NOTIF-13] [CALL-07] a nurse asks, the primary specialist ignores a push, the next one gets a text and a call and acknowledges by a key, and everything is silent', async ({
  openAs,
  request,
}) => {
  test.slow();
  await removeContacts(request, SECOND.username);
  const [nurse, { page: primary, device: pushed }, { page: second, phone }] = await Promise.all([
    openAs('nurse', '/help'),
    openPrimary(openAs),
    openSecond(openAs),
  ]);
  await using device = pushed;
  await listen(primary);
  await listen(second);
  await using _policy = await putPolicy(request, LINE, [
    { afterSeconds: 0, targets: ['allNotifications'] },
    { afterSeconds: 8, targets: ['escalationOnly'] },
  ]);
  const { path } = await requestConsult(request, 'nurse', LINE);
  await using _request = cancelAfterwards(request, path);

  const title = 'Critical: New Consult';
  await expect.poll(() => device.words()).toContainEqual([title, expect.stringContaining(ABOUT)]);
  await expect(waitingFor(primary)).toContainText('Why: on call for all notifications');
  await expect(waitingFor(second)).toHaveCount(0);
  await expect(phone.received(title)).toHaveCount(0);
  await expectToRing(primary);
  await nurse.goto(path);
  await expectProof(nurse, PRIMARY.name, /Paged \S+m \w+ \d+, \d{4}\.\s*Screen .*Text message .*Push notification /);

  await expect(waitingFor(second)).toContainText('Why: on call for escalations only');
  await expect(waitingFor(primary)).toBeVisible();
  await expectToRing(second);
  await expect(phone.received(`${title}, ${ABOUT}. http`)).toContainText(path);
  const call = await phone.answer(`This is Wardline. ${title}, ${LINE}`);
  await call.getByRole('button', { name: 'Key 1' }).click();
  await expect(call).toContainText('You have acknowledged the consult.');

  await expect(nurse.getByText(`Acknowledged by ${SECOND.name}`).first()).toBeVisible();
  await expectProof(nurse, SECOND.name, /Paged \S+m \w+ \d+, \d{4}\.\s*Screen .*Text message .*Phone call /);
  await expectProof(nurse, `Acknowledged by ${SECOND.name}, `, 'Paged if nothing is done by');
  for (const page of [primary, second]) {
    await expect(waitingFor(page)).toHaveCount(0);
    await expectSilence(page);
  }
  await expect.poll(() => device.words()).toContainEqual([`Taken by ${SECOND.name}`, ABOUT]);
  expect(await device.words()).not.toContainEqual([title, expect.stringContaining(LINE)]);
});

test('[NOTIF-13] on a phone, what waits can be muted, opened and declined, covers nothing and survives a reload', async ({
  openAs,
  request,
}) => {
  const phone = await openAs(SECOND.username, '/consult');
  await phone.setViewportSize(ON_PHONE);
  await onlyOf(phone, LINE);
  await checkIn(phone, LINE, { primary: false });
  await listen(phone);
  await using _policy = await putPolicy(request, LINE, [{ afterSeconds: 0, targets: ['escalationOnly'] }]);
  const { path } = await requestConsult(request, 'nurse', LINE);
  await using _request = cancelAfterwards(request, path);
  const mute = waitingFor(phone).getByRole('switch', { name: `Sound for New Consult, ${ABOUT}` });
  const open = waitingFor(phone).getByRole('button', { name: `Open New Consult, ${ABOUT}` });
  await expect(mute).toBeChecked();
  for (const button of [mute, open, phone.getByRole('link', { name: 'Request Consult' })])
    expect(await touchable(button)).toBe(1);
  await expectAccessible(phone);

  await expectToRing(phone);
  await mute.focus();
  await phone.keyboard.press('Space');
  await expect(mute).not.toBeChecked();
  await expectSilence(phone);
  await phone.reload({ waitUntil: 'commit' });
  await expect(mute).not.toBeChecked();

  await mute.focus();
  await phone.keyboard.press('Tab');
  await expect(open).toBeFocused();
  await phone.keyboard.press('Enter');
  const heading = phone.locator('#consult-top').getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(phone).toHaveURL(path);
  await phone.goBack();
  await expect(phone).toHaveURL('/consult');
  await open.click();
  await expect(heading).toBeVisible();
  const actions = phone.getByRole('button', { name: 'Actions' });
  expect(await touchable(actions)).toBe(1);

  await actions.click();
  const decline = phone.getByRole('menuitem', { name: 'Decline', exact: true });
  await decline.click({ trial: true });
  expect(await touchable(decline)).toBe(1);
  await decline.click();
  const dialog = phone.getByRole('dialog', { name: 'Decline Consult Request' });
  await dialog.getByLabel(/Reason/).fill('In another case');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog).toBeHidden();
  await expect(waitingFor(phone)).toHaveCount(0);
  await expectProof(phone, /Seen \S+m/, /Declined \S+m: In another case/);
});

test('[NOTIF-13] [TIME-17] what waits is in sight in every tab of a person and rings in one, in another once that one is closed, and in none once it was answered @soak', async ({
  openAs,
  request,
}) => {
  const first = await openAs(PRIMARY.username, '/consult');
  await onlyOf(first, LINE);
  await checkIn(first, LINE);
  await listen(first);
  const second = await openOther(first);
  const { path } = await requestConsult(request, 'nurse', LINE);
  await using _request = cancelAfterwards(request, path);
  for (const page of [first, second]) await expect(waitingFor(page)).toBeVisible();
  const closed = await ringingOf([first, second]);
  const tab = closed === first ? second : first;
  await closed.close();
  await expectToRing(tab);

  const other = await openOther(tab);
  await waitingFor(other).getByRole('button', { name: /^Open/ }).click();
  await other.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  for (const page of [tab, other]) {
    await expect(waitingFor(page)).toHaveCount(0);
    await expectSilence(page);
  }

  await addUrgentComment(await openAs('nurse', path));
  for (const page of [tab, other]) await expect(waitingFor(page)).toContainText('Urgent Comment');
  const tones = async () => (await Promise.all([tab, other].map((page) => takeTones(page)))).flat();
  await expect.poll(tones).toContain(880);
  await waitingFor(tab).getByRole('button', { name: /^Open/ }).click();
  await expect(tab.getByRole('listitem').filter({ hasText: 'Seizing now.' })).toBeInViewport();
  for (const page of [tab, other]) {
    await expect(waitingFor(page)).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'Urgent Comment' })).toHaveCount(0);
  }
});

/** Another tab of the same person, on a page without a list. */
async function openOther(tab: Page): Promise<Page> {
  const page = await tab.context().newPage();
  await storeSession(page, PRIMARY.username);
  await onlyOf(page, LINE);
  await page.goto('/help');
  await recordTones(page);
  await installClock(page);
  // The browser allows sound after a press.
  await page.getByRole('heading', { level: 1 }).click();
  return page;
}

async function addUrgentComment(nurse: Page) {
  await nurse.getByRole('textbox', { name: /Add Comment/ }).fill('Seizing now.');
  await nurse.getByLabel('Urgent notify').check();
  await nurse.getByRole('button', { name: 'Add Comment' }).click();
  await expect(nurse.getByText('Urgent, notified')).toBeVisible();
}
