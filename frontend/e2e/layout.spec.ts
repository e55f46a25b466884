import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { requestConsult } from './request-consult';
import { openLines } from './scenes/forms';
import { settled } from './scenes/scene';

const LINE = 'Tele-Hospitalist';
const PHONE = { width: 390, height: 844 };
/** Milliseconds between the two presses of a slow double press. */
const BETWEEN_PRESSES = 300;

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Not on the screen.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

type Box = Awaited<ReturnType<typeof boxOf>>;

const overlaps = (one: Box, other: Box) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;

test('[DET-01] a name of 200 letters leaves room for the consult below it on a phone', async ({ openAs }) => {
  const page = await openAs('nurse');
  await page.setViewportSize(PHONE);
  const family = 'Larkspur'.repeat(25);
  await page.route(/\/api\/consults\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    const consult = (await response.json()) as { Patient: object };
    await route.fulfill({ response, json: { ...consult, Patient: { ...consult.Patient, nameFamily: family } } });
  });
  await page.locator('a[href*="/consult/"]').first().click();
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toHaveAttribute('title', new RegExp(`^${family}, `));
  const before = await boxOf(name);
  expect(before.right).toBeLessThanOrEqual(PHONE.width);
  expect(before.height).toBeLessThan(PHONE.height / 8);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.getByRole('link', { name: 'Back to consults' }).click({ trial: true });
  await page.getByRole('button', { name: /^Timeline/ }).click({ trial: true });
});

test('the second press of a double press on Acknowledge in a phone’s menu activates nothing below it and does not turn on the camera', async ({
  openAs,
  request,
}) => {
  const { path } = await requestConsult(request, 'nurse', LINE);
  const page = await openAs('hospitalist', path);
  await goOnCall(page);
  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wanted) => {
      document.documentElement.dataset.devices = 'opened';
      return open(wanted);
    };
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button, a, [role=menuitem]') : null;
      if (button !== null) document.documentElement.dataset.pressed = button.textContent;
    });
  });
  const posted: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST') posted.push(new URL(sent.url()).pathname.split('/').at(-1) ?? '');
  });
  await page.getByRole('button', { name: 'Actions' }).click();
  const acknowledge = page.getByRole('menuitem', { name: 'Acknowledge' });
  await acknowledge.click({ trial: true });
  // The menu is at the lower edge, so at this window height it is over this button.
  const below = await boxOf(page.getByRole('button', { name: 'Edit bedside phone number' }));
  const item = await boxOf(acknowledge);
  const height = Math.round(PHONE.height + (below.y + below.height / 2) - (item.y + item.height / 2));
  await page.setViewportSize({ ...PHONE, height });
  await acknowledge.click({ trial: true });
  // The response would move the button away.
  let respond: () => void = () => undefined;
  const pressedTwice = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/acknowledge', async (route) => {
    await pressedTwice;
    await route.continue();
  });
  const spot = { x: below.x + below.width / 2, y: below.y + below.height / 2 };
  // The screen says that it is acknowledged before the request is sent.
  const sent = page.waitForRequest('**/acknowledge');
  await page.mouse.click(spot.x, spot.y);
  await page.waitForTimeout(BETWEEN_PRESSES);
  await page.mouse.click(spot.x, spot.y);
  await sent;
  respond();
  await expect(page.getByText('Acknowledged by', { exact: false }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-pressed', 'Acknowledge');
  await expect(page.locator('html')).not.toHaveAttribute('data-devices');
  expect(posted.filter((name) => name === 'acknowledge')).toHaveLength(1);
  expect(posted).not.toContain('meeting');
});

test('a toast covers neither the list nor the call beside it', async ({ openAs, request }) => {
  const { path } = await requestConsult(request, 'nurse', LINE);
  const page = await openAs('nurse', path);
  await page.getByRole('button', { name: 'Join Video Call' }).click();
  const call = page.getByRole('region', { name: 'Video call' });
  await expect(call).toBeVisible();
  await page.route('**/export', (route) => route.fulfill({ status: 404, json: { code: 'refused', message: 'No.' } }));
  const list = page.getByRole('region', { name: 'Consults', exact: true });
  const toast = page.getByRole('alert').filter({ hasText: 'Contact Help Desk.' });
  await page.getByRole('button', { name: 'Print Consult Request' }).click();
  // It stays while it has focus.
  await toast.getByRole('button', { name: 'Close' }).focus();
  for (const width of [1440, 992]) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await boxOf(toast);
    for (const beside of [list, call])
      expect(overlaps(shown, await boxOf(beside)), `${beside.toString()} at ${width}`).toBe(false);
  }
  await call.getByRole('button', { name: 'End Call', exact: true }).click();
});

test('the number of new consults leaves the header as high as it was', async ({ openAs, request }) => {
  const page = await openAs('hospitalist', '/help');
  await goOnCall(page);
  const header = page.getByRole('banner');
  const before = await boxOf(header);
  await requestConsult(request, 'nurse', LINE);
  await expect(page.getByRole('link', { name: /^Consults \d+ new$/ })).toBeVisible();
  expect(await boxOf(header)).toEqual(before);
});

test('a toast covers no button of a dialog that fills the window', async ({ openAs, request }) => {
  const { path } = await requestConsult(request, 'nurse', LINE);
  const page = await openAs('nurse', path);
  await page.route('**/export', (route) => route.fulfill({ status: 404, json: { code: 'refused', message: 'No.' } }));
  const toast = page.getByRole('alert').filter({ hasText: 'Contact Help Desk.' });
  await page.getByRole('button', { name: 'Print Consult Request' }).click();
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Consult' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Consult Request' });
  await expect(dialog).toBeVisible();
  // It stays while it has the focus.
  await toast.getByRole('button', { name: 'Close' }).focus();
  for (const size of [{ width: 1440, height: 360 }, { width: 992, height: 360 }, PHONE]) {
    await page.setViewportSize(size);
    const covered = async () => {
      const shown = await boxOf(toast);
      const buttons = await dialog.getByRole('button').all();
      const boxes = await Promise.all(buttons.map(boxOf));
      return Promise.all(buttons.filter((_, index) => overlaps(shown, boxes[index]!)).map((each) => each.innerText()));
    };
    await expect.poll(covered, `at ${size.width}`).toEqual([]);
  }
});

test('[WIZ-26] a phone shows every stroke line without scrolling', async ({ openAs }) => {
  const page = await openAs('nurse', '/request/location');
  await page.setViewportSize(PHONE);
  await openLines(page);
  const strokeLines = page.getByRole('list', { name: 'Open service lines' }).getByRole('button', { name: /Stroke/ });
  await expect(strokeLines).toHaveCount(3);
  expect(await page.getByRole('main').evaluate((main) => main.scrollTop)).toBe(0);
  for (const line of await strokeLines.all()) await expect(line).toBeInViewport({ ratio: 1 });
});

/** The color of one pixel of the page. */
async function colorAt(page: Page, x: number, y: number): Promise<string> {
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0);
    return String(context?.getImageData(0, 0, 1, 1).data);
  }, Array.from(shot));
}

test('a card has the same border on the left and the right, as a card and as a pill', async ({ openAs }) => {
  const page = await openAs('nurse', '/consult');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const card = page.getByRole('region', { name: 'Consults' }).getByRole('listitem').first().getByRole('link');
  for (const look of ['card', 'pill']) {
    if (look === 'pill') await page.getByRole('button', { name: 'Full list' }).click();
    await settled(page);
    const { x, y, right, height } = await boxOf(card);
    const middle = Math.round(y + height / 2);
    const [left, inside, opposite] = [
      await colorAt(page, Math.round(x), middle),
      await colorAt(page, Math.round(x) + 2, middle),
      await colorAt(page, Math.round(right) - 1, middle),
    ];
    expect(left, look).toBe(opposite);
    expect(left, look).not.toBe(inside);
  }
});
