import type { Locator, Page } from '@playwright/test';

import { expect, closeDialog, test } from './fixtures';
import { textOfPages } from './pdf';

/** Requests a consult for a patient entered manually, so that the patient can be corrected. */
async function request(nurse: Page, family: string) {
  await nurse.getByRole('list', { name: 'Locations' }).getByText('Fernwood').click();
  await nurse.getByLabel(/First Name/).fill('Wren');
  await nurse.getByLabel(/Last Name/).fill(family);
  await nurse.getByLabel(/Date of Birth/).fill('03/09/1957');
  await nurse.getByRole('radio', { name: 'Female', exact: true }).check();
  await nurse.getByLabel(/ID Number/).fill('4711');
  await nurse.getByLabel(/Hospital Name/).fill('Fernwood');
  await nurse.getByLabel(/Fax Number/).fill('5550140000');
  await nurse.getByRole('button', { name: 'Continue' }).click();
  await nurse.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Psych', { exact: true }).click();
  await nurse.getByRole('checkbox', { name: 'Complex Case Recommendations' }).click();
  await nurse.getByLabel(/Callback Number/).fill('(555) 010 0111');
  await nurse.getByRole('button', { name: 'Done' }).click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}$/);
  await expect(nurse.getByRole('heading', { level: 1, name: `${family}, Wren` })).toBeVisible();
}

/** Whether a press at the edges of 44 px around its center still hits it. */
async function isTouchTarget(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = (offset: number) =>
      document.elementFromPoint(left + width / 2, top + height / 2 + offset)?.closest('a, button');
    return [-21, 21].every((offset) => hit(offset) === element);
  });
}

/** Replaces the browser's print dialog and counts its calls. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  const print = () => {
    const root = document.documentElement;
    root.dataset.prints = String(Number(root.dataset.prints ?? 0) + 1);
  };
  await page.evaluate(`window.print = ${print.toString()}`);
  return () => page.evaluate(() => Number(document.documentElement.dataset.prints ?? 0));
}

const pages = async (page: Page, format: 'A4' | 'Letter') => textOfPages(await page.pdf({ format }));

test('a patient is corrected, and rejected input is restored after the page is reloaded [DET-34] @soak @phone-soak', async ({
  openAs,
}) => {
  const nurse = await openAs('nurse', '/request/location');
  await request(nurse, 'Larkspurring');
  const corrections = '**/api/patient/*/consults/*';
  await nurse.route(corrections, (route) => route.fulfill({ status: 400, json: { code: 'refused', message: 'No.' } }));
  await nurse.getByRole('button', { name: 'Edit patient' }).click();
  const dialog = nurse.getByRole('dialog', { name: 'Edit patient' });
  await expect(dialog.getByLabel(/First Name/)).toBeFocused();
  await dialog.getByLabel(/Last Name/).fill('Larkspurred');
  await dialog.getByLabel(/Date of Birth/).fill('01/01/1800');
  const reloaded = nurse.waitForEvent('domcontentloaded');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await reloaded;
  await expect(dialog.getByText('These changes are not saved yet.')).toBeVisible();
  await expect(nurse.getByRole('alert').filter({ hasText: 'Contact Help Desk.' })).toContainText('No.');
  await expect(dialog.getByLabel(/Last Name/)).toHaveValue('Larkspurred');
  await expect(dialog.getByLabel(/Date of Birth/)).toHaveValue('01/01/1800');
  const overflow = await nurse.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await nurse.unroute(corrections);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(nurse.getByRole('heading', { level: 1, name: 'Larkspurred, Wren' })).toBeVisible();
  await expect(nurse.getByText('01/01/1800')).toBeVisible();
});

test('the location shows how to reach it, and the raw consult is the server response [ROUTE-20] [DET-47] @phone-soak', async ({
  openAs,
}) => {
  const nurse = await openAs('nurse', '/consult');
  await nurse.locator('a[href*="/consult/"]').first().click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}/);
  const location = nurse.getByRole('button', { name: /, location details$/ });
  const name = ((await location.textContent()) ?? '').replace(/, location details$/, '');
  expect(name).not.toBe('');
  if (test.info().project.name === 'phone') {
    const bar = nurse.getByRole('banner');
    const buttons = [
      ...['Wardline, home', 'Consults', 'Request Consult'].map((name) => bar.getByRole('link', { name })),
      bar.getByRole('button', { name: /'s profile$/ }),
      location,
      nurse.getByRole('button', { name: 'Edit bedside phone number' }),
      nurse.getByRole('button', { name: /^Timeline/ }),
    ];
    for (const button of buttons) expect(await isTouchTarget(button), button.toString()).toBe(true);
  }
  await location.click();
  const details = nurse.getByRole('dialog', { name: 'Location Details' });
  await expect(details.locator('dt:text-is("Location") + dd')).toHaveText(name);
  await closeDialog(nurse, 'Location Details');
  await expect(location).toBeFocused();
  const id = new URL(nurse.url()).pathname.split('/').at(-1) ?? '';
  await nurse.goto(`/consult/${id}/next`, { waitUntil: 'commit' });
  const raw = nurse.getByRole('region', { name: 'Raw consult' });
  await expect(raw).toContainText(`"id": "${id}"`);
  await expect(raw).toContainText('"callbackNumber"');
});

/** The time of day in New York, without spaces. */
function inNewYork(moment: string) {
  const zone = { timeZone: 'America/New_York' } as const;
  const time = new Date(moment).toLocaleTimeString('en-US', { ...zone, hour: 'numeric', minute: '2-digit' });
  return time.replace(/\s/, '').toLowerCase();
}

test.describe('in print', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a consult is printed as a document, but only if the print was recorded [DET-06] [DET-07] [DET-08] [DET-48]', async ({
    openAs,
  }) => {
    const nurse = await openAs('nurse', '/request/location');
    await nurse.emulateMedia({ colorScheme: 'dark' });
    await request(nurse, 'Paperbark');
    await nurse.getByRole('textbox', { name: /Add Comment/ }).fill('A long story. '.repeat(600));
    await nurse.getByRole('button', { name: 'Add Comment' }).click();
    await expect(nurse.getByRole('button', { name: /^Show all/ })).toBeVisible();
    const prints = await countPrints(nurse);
    const requested = nurse
      .getByRole('region', { name: /Timeline/ })
      .locator('time')
      .last();
    const requestedAt = (await requested.getAttribute('datetime')) ?? '';
    await expect(requested).not.toContainText(inNewYork(requestedAt));

    const calls = '**/api/consults/*/export';
    await nurse.route(calls, (route) => route.fulfill({ status: 404, json: { code: 'refused', message: 'No.' } }));
    await nurse.getByRole('button', { name: 'Print Consult Request' }).click();
    await expect(nurse.getByText('Contact Help Desk.')).toBeVisible();
    expect(await prints()).toBe(0);
    expect((await pages(nurse, 'A4')).join('')).not.toContain('Paperbark');

    await nurse.unroute(calls);
    const recorded = nurse.waitForResponse(calls);
    await nurse.getByRole('button', { name: 'Print Consult Request' }).click();
    expect((await recorded).status()).toBe(204);
    await expect.poll(prints).toBe(1);
    // Playwright's own printing ends like the dialog, with `afterprint`, after which the document is gone.
    await nurse.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const ink = await nurse
      .getByText('Consult Request', { exact: true })
      .evaluate((element) => getComputedStyle(element).color);
    expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(128);
    const sheets = await pages(nurse, 'Letter');
    const all = sheets.join('');
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) expect(sheet).toContain('Paperbark,Wren·DateofBirth03/09/1957');
    expect(sheets[0]).toContain(`Page1of${sheets.length}`);
    expect(sheets[0]).toContain('Alongstory.');
    for (const text of [
      'ConsultRequest',
      'Tele-Psych',
      'Pending',
      'Female',
      '4711',
      'ComplexCaseRecommendations',
      '(555)010-0111',
    ]) {
      expect(all).toContain(text);
    }
    expect(all.split('story.')).toHaveLength(601);
    expect(all).toContain('ConsultRequestTimeline');
    expect(all).toMatch(new RegExp(`MayaLarkspur${inNewYork(requestedAt)}\\w{3}\\d+,\\d{4}E[SD]T`));
    expect(all).toMatch(/Printed\d+:\d\d[ap]m\w{3}\d+,\d{4}E[SD]TbyMayaLarkspur/);
    for (const text of ['PrintConsult', 'CancelConsult', 'AddComment', 'Showall', 'Consults', 'ago', 'justnow']) {
      expect(all).not.toContain(text);
    }
  });
});

test('a room opens in a separate window without access to this one, and no window stays open without a URL [DET-19] [DET-20] [VID-23] @phone-soak', async ({
  openAs,
}) => {
  const nurse = await openAs('nurse', '/consult');
  await nurse.locator('a[href*="/consult/"]').first().click();
  await nurse.waitForURL(/\/consult\/[0-9a-f-]{36}/);
  const id = new URL(nurse.url()).pathname.split('/').at(-1) ?? '';
  const phone = test.info().project.name === 'phone';
  const join = async (press: 'click' | 'dblclick' = 'click') => {
    await nurse.getByRole('button', { name: phone ? 'Actions' : 'Other Ways to Join' }).click();
    const [room] = await Promise.all([
      nurse.waitForEvent('popup'),
      nurse.getByRole('menuitem', { name: 'Join Bluestream' })[press](),
    ]);
    return room;
  };

  const room = await join(phone ? 'click' : 'dblclick');
  await room.waitForURL(new RegExp(`/demo-rooms/bluestream\\?room=${id}&as=guest$`));
  await expect(room.getByRole('heading', { name: 'Bluestream room' })).toBeVisible();
  expect(await room.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
  expect(nurse.context().pages()).toHaveLength(2);
  await room.close();

  const url = '**/api/bluestream-rooms/consult/*/';
  const help = nurse.getByRole('alert').filter({ hasText: 'Contact Help Desk.' });
  for (const json of [{ data: null }, { data: 'javascript:alert(1)' }]) {
    await nurse.route(url, (route) => route.fulfill({ json }));
    const closed = await join();
    if (!closed.isClosed()) await closed.waitForEvent('close');
    // The first shows the message; the second is within six seconds of it.
    await expect(help).toHaveCount(1);
    await nurse.unroute(url);
  }
  const json = { code: 'forbidden', message: 'You are not authorized to do this.' };
  await nurse.route(url, (route) => route.fulfill({ status: 403, json }));
  const rejected = await join();
  if (!rejected.isClosed()) await rejected.waitForEvent('close');
  await expect(help.filter({ hasText: 'You are not authorized to do this.' })).toBeVisible();
});

test('a phone shows full names of participants of the call and of viewers', async ({ openAs }) => {
  const page = await openAs('nurse');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/api\/consults\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    const consult = (await response.json()) as object;
    const meetingAttendees = [{ id: 9001, firstName: 'Daniel', lastName: 'Sandstone' }];
    const consultView = [{ id: 9002, firstName: 'Amara', lastName: 'Feldspar' }];
    await route.fulfill({ response, json: { ...consult, meetingAttendees, consultView } });
  });
  await page.locator('a[href*="/consult/"]').first().click();
  for (const name of ['Daniel Sandstone', 'Amara Feldspar']) {
    const shown = page.locator(`p[title="${name}"]`).getByText(name);
    await expect(shown).toBeVisible();
    const overflow = () => shown.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(overflow, name).toBeLessThanOrEqual(0);
    expect(await shown.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
  }
});
