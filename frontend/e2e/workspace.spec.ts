import type { Page } from '@playwright/test';

import { zAttendance } from '../src/api/generated/zod.gen';
import { expect, expectAccessible, test } from './fixtures';
import { goOnCall } from './on-call';
import { requestConsult } from './request-consult';
import { confirmSignature, editor, STROKE_LINE, writeNote } from './stroke-notes';
import { overlay } from './in-call';

const NURSE = 'Maya Larkspur';

const framesOf = (page: Page) =>
  overlay(page)
    .getByLabel(NURSE, { exact: true })
    .evaluate((video) => (video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : -1));

/** Presses Tab until this button of the call has the focus. */
async function tabTo(page: Page, name: string) {
  const button = overlay(page).getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 10; presses += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
}

/** Checks that a press reaches the buttons of the call, which nothing covers or moves, at every width. */
async function expectReachable(page: Page) {
  const size = page.viewportSize();
  for (const width of [992, 390, 1440]) {
    await page.setViewportSize({ width, height: size?.height ?? 0 });
    for (const name of ['Mute', 'Turn Camera Off', 'End Call'])
      await overlay(page).getByRole('button', { name, exact: true }).click({ trial: true });
  }
}

/** Where End Call is on a phone. */
async function endCallOnPhone(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const place = await overlay(page).getByRole('button', { name: 'End Call', exact: true }).boundingBox();
  if (size !== null) await page.setViewportSize(size);
  return place;
}

/** Checks at every width that the number to call instead is whole in sight, with nothing over it, and that the buttons are where they were. */
async function expectNumber(page: Page, endCall: unknown) {
  const number = '(305) 555-0123';
  await page.route('**/attend', async (route) => {
    const response = await route.fetch();
    const attendance = zAttendance.parse(await response.json());
    const callbacks = attendance.attendees.map(({ attendeeId }) => ({
      attendeeId,
      problem: 'noMedia' as const,
      phoneNumber: number,
      isHere: false,
    }));
    await route.fulfill({ response, json: { ...attendance, callbacks } });
  });
  const links = overlay(page).getByRole('link', { name: number });
  // One for each attendee, so that they are stacked.
  await expect(links).toHaveCount(2, { timeout: 15_000 });
  expect(await endCallOnPhone(page)).toEqual(endCall);
  for (const [width, height] of [
    [992, 700],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isWhole = await links.evaluateAll((found) =>
      found.map((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return [top + 1, bottom - 1].every((y) => document.elementFromPoint((left + right) / 2, y) === link);
      }),
    );
    expect(isWhole, `${width} wide`).toEqual([true, true]);
  }
  await page.unrouteAll({ behavior: 'wait' });
}

/** Joins first, after the check that comes once a shift; the call rings at the bedside until the nurse joins from the bar. */
async function meet(specialist: Page, nurse: Page) {
  await specialist.evaluate(() => localStorage.removeItem('wardline.call-checked'));
  await specialist.getByRole('button', { name: 'Join Video Call' }).click();
  const check = specialist.getByRole('dialog', { name: 'Check Before Joining' });
  await expect(check).toContainText('This browser can make calls.', { timeout: 15_000 });
  await expect(check.getByLabel('Your picture')).toBeVisible();
  await expectAccessible(specialist);
  await check.getByRole('button', { name: 'Join Now' }).click();
  await expect(overlay(specialist).getByText(new RegExp(`${NURSE} can see|Ringing for ${NURSE}`))).toBeVisible();
  await nurse
    .getByRole('region', { name: 'Incoming call' })
    .getByRole('button', { name: /^Join the video call/ })
    .click();
  await expect(overlay(specialist).getByLabel(NURSE, { exact: true })).toBeVisible({ timeout: 15_000 });
}

test('from the ring at the bedside to the signed note: a specialist scores and signs beside the patient’s picture, and the nurse leaves the device with the patient [SIGN-01] [SIGN-02] [VID-01] [VID-28] [UNATT-01] @soak', async ({
  openAs,
  request,
}) => {
  test.slow();
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const [nurse, specialist] = await Promise.all([openAs('nurse', path), openAs('neuro', path)]);
  await goOnCall(specialist, STROKE_LINE);
  await meet(specialist, nurse);
  const endCall = await endCallOnPhone(specialist);
  await expectNumber(specialist, endCall);

  await specialist.getByRole('button', { name: 'Complete' }).click();
  await specialist.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const note = specialist.getByRole('dialog', { name: 'Stroke Note' });
  await expect(note.getByText('All changes saved')).toBeVisible();
  await expect(note).toHaveAttribute('aria-modal', 'false');
  await expect(note).toBeFocused();
  await overlay(nurse).getByRole('button', { name: 'Unattended Patient Mode' }).click();
  await nurse.getByRole('button', { name: 'Sign Out and Start' }).click();
  await expect(overlay(specialist).getByText('Unattended device')).toBeVisible({ timeout: 15_000 });
  const before = await framesOf(specialist);
  await writeNote(specialist, note);
  await expect.poll(async () => (await framesOf(specialist)) - before).toBeGreaterThan(5);
  await expectAccessible(specialist);
  await expectReachable(specialist);
  expect(await endCallOnPhone(specialist)).toEqual(endCall);
  await note.getByRole('button', { name: 'Sign Off' }).click();
  const card = specialist.getByRole('dialog', { name: 'Sign-off Confirmation' });
  await expect(card).toBeVisible();
  await expectReachable(specialist);
  await card.getByRole('button', { name: 'Back' }).click();
  await expect(card).toBeHidden();

  await editor(specialist, 'HPI').click();
  await specialist.keyboard.press('Control+Alt+m');
  await expect(overlay(nurse).getByText('Muted:')).toHaveCount(1);
  await expect(specialist.getByText('Microphone off.')).toHaveCount(1);
  await specialist.keyboard.press('Shift+F6');
  await tabTo(specialist, 'End Call');
  await specialist.keyboard.press('Enter');
  await expect(overlay(specialist)).toBeHidden();
  await overlay(nurse).getByRole('button', { name: 'Restore Access' }).click();
  await nurse.getByRole('dialog').getByRole('button', { name: 'Restore Access' }).click();
  await expect(nurse).toHaveURL(/\/login(\?|$)/);
  await expect(note).toHaveAttribute('aria-modal', 'true');
  await expect(editor(specialist, 'HPI')).toBeFocused();
  await confirmSignature(specialist, note);
  await expect(
    specialist.getByRole('region', { name: 'Sign-off' }).getByText(/^Signed off by Amara Feldspar/),
  ).toBeVisible();
});
