import type { APIRequestContext, Page } from '@playwright/test';

import { zJoinAnswer } from '../src/api/generated/zod.gen';
import { ask } from './asking';
import { type Arrive, expect, expectAccessible, test } from './fixtures';
import { goOnCall } from './on-call';

const LINE = 'Tele-Hospitalist';
const NURSE = 'Maya Larkspur';
const SPECIALIST = 'Daniel Sandstone';

/** A consult of its own, open on both screens; of a line whose list no other test reads to its end. */
async function onBothScreens(arrive: Arrive, request: APIRequestContext) {
  const { path } = await ask(request, 'nurse', LINE);
  const [nurse, specialist] = await Promise.all([arrive('nurse', path), arrive('hospitalist', path)]);
  for (const page of [nurse, specialist]) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { nurse, specialist };
}

const phone = () => test.info().project.name === 'phone';

async function join(page: Page) {
  if (phone()) await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole(phone() ? 'menuitem' : 'button', { name: 'Join Video Call' }).click();
}

const overlay = (page: Page) => page.getByRole('region', { name: 'Video call' });
const tool = (page: Page, name: string) => overlay(page).getByRole('button', { name, exact: true });

/** Frames of the other's camera that this window has shown so far, and whether their microphone is heard here. */
async function received(page: Page, name: string) {
  const video = overlay(page).getByLabel(name, { exact: true });
  return video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('no video');
    const stream = element.srcObject instanceof MediaStream ? element.srcObject : null;
    return {
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      heard: stream?.getAudioTracks().some((track) => !track.muted && track.readyState === 'live') ?? false,
    };
  });
}

async function expectToSee(page: Page, name: string) {
  await expectToSeeOnly(page, name);
  expect((await received(page, name)).heard).toBe(true);
}

async function expectToSeeOnly(page: Page, name: string) {
  await expect(overlay(page).getByLabel(name, { exact: true })).toBeVisible({ timeout: 15_000 });
  const before = (await received(page, name)).frames;
  await expect.poll(async () => (await received(page, name)).frames - before, { timeout: 15_000 }).toBeGreaterThan(5);
}

test('a nurse and a specialist see and hear each other in the app, and the call ends with the last of them [INFO-07] [DET-19] [VID-01] [VID-19] @phone-soak', async ({
  arrive,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(arrive, request);
  await join(nurse);
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  await expect(specialist.getByText('In the video call:')).toBeVisible();
  await join(specialist);
  await expectToSee(nurse, SPECIALIST);
  await expectToSee(specialist, NURSE);
  await expectAccessible(specialist);
  await tool(specialist, 'End Call').click();
  await expect(overlay(specialist)).toBeHidden();
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  await tool(nurse, 'End Call').click();
  await expect(overlay(nurse)).toBeHidden();
  await expect(specialist.getByText('In the video call:')).toBeHidden();
});

test('a press that was meant for Acknowledge starts no call, whoever acknowledged meanwhile', async ({
  arrive,
  request,
}) => {
  const { specialist } = await onBothScreens(arrive, request);
  await goOnCall(specialist);
  const other = await arrive('hospitalist', new URL(specialist.url()).pathname);
  const started: string[] = [];
  const spots = [];
  for (const page of [specialist, other]) {
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/meeting')) started.push(request.url());
    });
    const button = page.getByRole('button', { name: 'Acknowledge', exact: true });
    await button.hover();
    const box = await button.boundingBox();
    const motion = await page.context().newCDPSession(page);
    await motion.send('Animation.enable');
    // A second lasts a minute and more, so that the press is quick on any computer.
    const goAt = (playbackRate: number) => motion.send('Animation.setPlaybackRate', { playbackRate });
    await goAt(0.01);
    spots.push({ page, button, goAt, press: () => page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 20) });
  }
  await spots[0]?.press();
  for (const { page, button, press } of spots) {
    await expect(button).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Join Video Call' })).toBeVisible();
    await press();
  }
  for (const { goAt } of spots) await goAt(1);
  await specialist.getByRole('button', { name: 'Complete' }).click({ trial: true });
  expect(started).toEqual([]);
  await spots[0]?.press();
  await expect(overlay(specialist)).toBeVisible();
  await tool(specialist, 'End Call').click();
});

test('a camera and a microphone are turned off and on without losing the call [VID-02] @soak', async ({
  arrive,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(arrive, request);
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

test('a call goes on over other pages and is joined again after a reload; a window that is gone leaves it', async ({
  arrive,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(arrive, request);
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
  // What the server says next does not bring it back.
  await nurse.waitForResponse((answer) => answer.url().endsWith('/attend'), { timeout: 15_000 });
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
});

test('a meeting that ends from elsewhere says so, and gives the devices back [VID-21] [VID-22] [ERR-16] [BERR-14] @soak', async ({
  arrive,
  request,
}) => {
  const { nurse } = await onBothScreens(arrive, request);
  const joined = nurse.waitForResponse((answer) => answer.url().endsWith('/api/meeting'));
  const [sent] = await Promise.all([
    nurse.waitForRequest((request) => request.url().endsWith('/api/meeting')),
    join(nurse),
  ]);
  const { joinInfo } = zJoinAnswer.parse(await (await joined).json());
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
  const deleted = await nurse.request.put('/api/meeting/$deleteExternalMeeting', {
    headers: { Authorization: (await sent.allHeaders()).authorization ?? '' },
    data: {
      externalMeetingId: joinInfo.meeting.externalMeetingId,
      consultId: new URL(nurse.url()).pathname.split('/').at(-1),
    },
  });
  expect(deleted.status()).toBe(204);
  const words = 'Your call has been inadvertently disconnected. Please hang up and join the call again.';
  await expect(overlay(nurse).getByRole('alert')).toHaveText(words);
  await expect(overlay(nurse).locator('video')).toHaveCount(0);
  await tool(nurse, 'End Call').click();
  await join(nurse);
  await expect(overlay(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
});

/** Has the browser refuse a device as it does for the reason named. */
async function refuse(page: Page, kind: 'audio' | 'video', reason: string) {
  await page.evaluate(
    ([refused, name]) => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (wanted) =>
        wanted !== undefined && refused !== undefined && refused in wanted
          ? Promise.reject(new DOMException('Refused', name))
          : ask(wanted);
    },
    [kind, reason],
  );
}

test('a call goes on without a camera that is in use and without a microphone that is denied, and leads to the preferences [VID-09] [VID-10] [VID-15] [BERR-15] [BERR-16]', async ({
  arrive,
  request,
}) => {
  const { nurse, specialist } = await onBothScreens(arrive, request);
  await refuse(nurse, 'video', 'NotReadableError');
  await refuse(specialist, 'audio', 'NotAllowedError');
  await join(nurse);
  await join(specialist);
  const seen = overlay(specialist);
  await expect(overlay(nurse).getByText('Oops, we can’t use your camera')).toBeVisible();
  await expect(seen.getByText('Oops, we can’t use your microphone')).toBeVisible();
  await expectToSeeOnly(nurse, SPECIALIST);
  await expect(seen.getByLabel(NURSE, { exact: true })).toBeHidden();
  await tool(nurse, 'Camera Problem').click();
  await expect(nurse.getByRole('tab', { name: 'Video', selected: true })).toBeVisible();
  await expectAccessible(nurse);
  await nurse.keyboard.press('Escape');
  await tool(specialist, 'Microphone Problem').click();
  await expect(specialist.getByRole('tab', { name: 'Audio', selected: true })).toBeVisible();
});

test('two windows meet without a socket @soak', async ({ arrive, request }) => {
  const { nurse, specialist } = await onBothScreens(arrive, request);
  for (const page of [nurse, specialist]) {
    await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
    await page.reload();
    await join(page);
  }
  await expectToSee(nurse, SPECIALIST);
  await expectToSee(specialist, NURSE);
});
