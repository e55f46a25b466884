import type { APIRequestContext, Page } from '@playwright/test';

import { zJoinResponse } from '../src/api/generated/zod.gen';
import { requestConsult } from './request-consult';
import { type OpenAs, expect, expectAccessible, test } from './fixtures';
import { goOnCall } from './on-call';
import { overlay, tool } from './in-call';

const LINE = 'Tele-Hospitalist';
const NURSE = 'Maya Larkspur';
const SPECIALIST = 'Daniel Sandstone';

/** A new consult, open on both screens, on a line whose list no other test reads to its end. */
async function onBothScreens(openAs: OpenAs, request: APIRequestContext) {
  const { path } = await requestConsult(request, 'nurse', LINE);
  const [nurse, specialist] = await Promise.all([openAs('nurse', path), openAs('hospitalist', path)]);
  for (const page of [nurse, specialist]) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { nurse, specialist };
}

const phone = () => test.info().project.name === 'phone';

async function join(page: Page) {
  if (phone()) await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole(phone() ? 'menuitem' : 'button', { name: 'Join Video Call' }).click();
}

/** The frames of the other participant's camera that this window has shown so far, and whether their microphone is audible here. */
async function received(page: Page, name: string) {
  const video = overlay(page).getByLabel(name, { exact: true });
  return video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('no video');
    const stream = element.srcObject instanceof MediaStream ? element.srcObject : null;
    return {
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      audible: stream?.getAudioTracks().some((track) => !track.muted && track.readyState === 'live') ?? false,
    };
  });
}

async function expectToSee(page: Page, name: string) {
  await expectToSeeOnly(page, name);
  expect((await received(page, name)).audible).toBe(true);
}

async function expectToSeeOnly(page: Page, name: string) {
  await expect(overlay(page).getByLabel(name, { exact: true })).toBeVisible({ timeout: 15_000 });
  const before = (await received(page, name)).frames;
  await expect.poll(async () => (await received(page, name)).frames - before, { timeout: 15_000 }).toBeGreaterThan(5);
}

test('a nurse and a specialist see and hear each other in the app, one shows their screen, and the call ends when the last one leaves [INFO-07] [DET-19] [VID-01] [VID-19] @phone-soak', async ({
  openAs,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(openAs, request);
  await join(nurse);
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  await expect(specialist.getByText('In the video call:')).toBeVisible();
  await join(specialist);
  await expectToSee(nurse, SPECIALIST);
  await expectToSee(specialist, NURSE);
  await expect(overlay(nurse).getByRole('timer')).toHaveText(/^0:\d\d$/);
  await tool(specialist, 'More').click();
  await specialist.getByRole('menuitem', { name: 'Share Screen' }).click();
  await expectToSeeOnly(nurse, `Shared by ${SPECIALIST}`);
  await expect(overlay(nurse).getByRole('img', { name: 'Your connection: Good connection' })).toBeVisible();
  await expectAccessible(nurse);
  await expectAccessible(specialist);
  await tool(specialist, 'Stop Sharing').click();
  await expect(overlay(nurse).getByText('is sharing')).toBeHidden();
  await tool(specialist, 'End Call').click();
  await expect(overlay(specialist)).toBeHidden();
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  await tool(nurse, 'End Call').click();
  await expect(overlay(nurse)).toBeHidden();
  await expect(specialist.getByText('In the video call:')).toBeHidden();
});

test('a press meant for Acknowledge starts no call, even if another user has just acknowledged @soak', async ({
  openAs,
  request,
}) => {
  const { specialist } = await onBothScreens(openAs, request);
  await goOnCall(specialist);
  const other = await openAs('hospitalist', new URL(specialist.url()).pathname);
  const started: string[] = [];
  const windows = [];
  for (const page of [specialist, other]) {
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/meeting')) started.push(request.url());
    });
    const button = page.getByRole('button', { name: 'Acknowledge', exact: true });
    await button.hover();
    const box = await button.boundingBox();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    // Animations run a hundred times slower, so that the press is quick enough on any computer.
    const setSpeed = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
    await setSpeed(0.01);
    windows.push({ page, button, setSpeed, press: () => page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 20) });
  }
  await windows[0]?.press();
  for (const { page, button, press } of windows) {
    await expect(button).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Join Video Call' })).toBeVisible();
    await press();
  }
  for (const { setSpeed } of windows) await setSpeed(1);
  await specialist.getByRole('button', { name: 'Complete' }).click({ trial: true });
  expect(started).toEqual([]);
  await windows[0]?.press();
  await expect(overlay(specialist)).toBeVisible();
  await tool(specialist, 'End Call').click();
});

test('a camera and a microphone can be turned off and on without losing the call [VID-02] @soak', async ({
  openAs,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(openAs, request);
  await join(nurse);
  await join(specialist);
  await expectToSee(specialist, NURSE);
  await tool(nurse, 'Turn Camera Off').click();
  await tool(nurse, 'Mute').click();
  await expect(overlay(nurse).getByRole('img', { name: 'You, camera off' })).toBeVisible();
  await expect(overlay(specialist).getByLabel(NURSE, { exact: true })).toBeHidden();
  await expect(overlay(specialist).getByText('Muted:')).toHaveCount(1);
  await tool(nurse, 'Turn Camera On').click();
  await tool(nurse, 'Unmute').click();
  await expect(overlay(specialist).getByText('Muted:')).toHaveCount(0);
  await expectToSee(specialist, NURSE);
});

test('a call continues across pages and is rejoined after a reload; a closed window leaves it @soak', async ({
  openAs,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(openAs, request);
  await join(nurse);
  await join(specialist);
  await expectToSee(nurse, SPECIALIST);
  await specialist.getByRole('link', { name: 'Wardline, home' }).click();
  await expectToSee(specialist, NURSE);
  await overlay(specialist).getByRole('link', { name: 'Go to consult' }).click();
  await expect(specialist.getByRole('button', { name: 'Show Video Call' })).toBeVisible();
  await tool(specialist, 'Mute').click();
  await specialist.reload();
  await expectToSee(specialist, NURSE);
  await expect(tool(specialist, 'Unmute')).toBeVisible();
  await tool(specialist, 'Unmute').click();
  await expectToSee(nurse, SPECIALIST);
  await specialist.close({ runBeforeUnload: false });
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible({ timeout: 20_000 });
  // The next response from the server does not bring it back.
  await nurse.waitForResponse((response) => response.url().endsWith('/attend'), { timeout: 15_000 });
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
});

test('a meeting that is ended elsewhere shows a message, and releases the devices [VID-21] [VID-22] [ERR-16] [BERR-14] @soak', async ({
  openAs,
  request,
}) => {
  const { nurse } = await onBothScreens(openAs, request);
  const joined = nurse.waitForResponse((response) => response.url().endsWith('/api/meeting'));
  const [sent] = await Promise.all([
    nurse.waitForRequest((request) => request.url().endsWith('/api/meeting')),
    join(nurse),
  ]);
  const { joinInfo } = zJoinResponse.parse(await (await joined).json());
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  const deleted = await nurse.request.put('/api/meeting/$deleteExternalMeeting', {
    headers: { Authorization: (await sent.allHeaders()).authorization ?? '' },
    data: {
      externalMeetingId: joinInfo.meeting.externalMeetingId,
      consultId: new URL(nurse.url()).pathname.split('/').at(-1),
    },
  });
  expect(deleted.status()).toBe(204);
  const message = 'Your call has been inadvertently disconnected. Please hang up and join the call again.';
  await expect(overlay(nurse).getByRole('alert')).toHaveText(message);
  await expect(overlay(nurse).locator('video')).toHaveCount(0);
  await tool(nurse, 'End Call').click();
  await join(nurse);
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
});

/** Makes the browser deny a device with this error. */
async function denyDevice(page: Page, kind: 'audio' | 'video', reason: string) {
  await page.evaluate(
    ([denied, name]) => {
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (constraints) =>
        constraints !== undefined && denied !== undefined && denied in constraints
          ? Promise.reject(new DOMException('Refused', name))
          : getUserMedia(constraints);
    },
    [kind, reason],
  );
}

test('a call works without a camera that is in use and without a denied microphone, and links to the preferences [VID-09] [VID-10] [VID-15] [BERR-15] [BERR-16] @soak', async ({
  openAs,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(openAs, request);
  await denyDevice(nurse, 'video', 'NotReadableError');
  await denyDevice(specialist, 'audio', 'NotAllowedError');
  await join(nurse);
  await join(specialist);
  const specialistCall = overlay(specialist);
  await expect(overlay(nurse).getByText('Oops, we can’t use your camera')).toBeVisible();
  await expect(specialistCall.getByText('Oops, we can’t use your microphone')).toBeVisible();
  await expectToSeeOnly(nurse, SPECIALIST);
  await expect(specialistCall.getByLabel(NURSE, { exact: true })).toBeHidden();
  await tool(nurse, 'Camera Problem').click();
  await expect(nurse.getByRole('tab', { name: 'Video', selected: true })).toBeVisible();
  await expectAccessible(nurse);
  await nurse.keyboard.press('Escape');
  await tool(specialist, 'Microphone Problem').click();
  await expect(specialist.getByRole('tab', { name: 'Audio', selected: true })).toBeVisible();
});

test('two windows connect without a socket @soak', async ({ openAs, request }) => {
  const { nurse, specialist } = await onBothScreens(openAs, request);
  for (const page of [nurse, specialist]) {
    await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
    await page.reload();
    await join(page);
  }
  await expectToSee(nurse, SPECIALIST);
  await expectToSee(specialist, NURSE);
});
