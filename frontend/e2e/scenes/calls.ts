import { expect, type Page } from '@playwright/test';

import { letGuestKnock, showGuests } from './guests';
import { act, expectConsult, openConsult, resetLayoutShift, type Scene } from './scene';
import { overlay } from '../in-call';

/** Opens a consult without being in its call: the call of the previous scene is rejoined automatically, and is ended first. */
async function openWithoutCall(page: Page) {
  await openConsult(page);
  const end = overlay(page).getByRole('button', { name: 'End Call' });
  const rejoined = await end.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!rejoined) return;
  await end.click();
  await expect(overlay(page)).toBeHidden();
  await page.reload();
  await expectConsult(page);
}

async function join(page: Page) {
  await openWithoutCall(page);
  await act(page, 'Join Video Call');
  await expect(overlay(page).getByRole('button', { name: 'End Call' })).toBeVisible();
  // The page makes room for the call, whose code a busy computer loads for longer than a shift after a press is expected.
  await resetLayoutShift(page);
  await expect(overlay(page).getByText('Joining the call…')).toBeHidden();
}

/** Makes the browser behave as if the user had not yet answered the permission prompt, or had denied it. */
async function mockPermission(page: Page, state: 'unanswered' | 'denied') {
  await page.evaluate((permission) => {
    const status = Object.assign(new EventTarget(), { state: permission === 'denied' ? 'denied' : 'prompt' });
    Object.defineProperty(navigator.permissions, 'query', { value: () => Promise.resolve(status) });
    navigator.mediaDevices.getUserMedia = () =>
      permission === 'denied'
        ? Promise.reject(new DOMException('Refused', 'NotAllowedError'))
        : new Promise(() => undefined);
  }, state);
}

async function joinWithout(page: Page, state: 'unanswered' | 'denied') {
  await openWithoutCall(page);
  await mockPermission(page, state);
  await act(page, 'Join Video Call');
}

const press = (page: Page, name: string) => overlay(page).getByRole('button', { name, exact: true }).click();

/** Expands the call, or collapses it if it is expanded. */
const toggleSize = (page: Page) =>
  overlay(page)
    .getByRole('button', { name: /^(Expand|Collapse)$/ })
    .click();

/** Screens of the in-app call for the first participant. */
export const calls: readonly Scene[] = [
  { name: 'call', path: '/consult', reload: true, show: join },
  { name: 'call, guest at the door', soakOnly: true, show: letGuestKnock },
  { name: 'call, guests', soakOnly: true, show: showGuests },
  {
    name: 'call, menu',
    soakOnly: true,
    show: async (page) => {
      await press(page, 'More');
      await expect(page.getByRole('menuitem', { name: 'Share Screen' })).toBeVisible();
    },
  },
  {
    name: 'call, other size',
    soakOnly: true,
    show: async (page) => {
      await page.keyboard.press('Escape');
      await toggleSize(page);
    },
  },
  {
    name: 'call, camera off and muted',
    soakOnly: true,
    show: async (page) => {
      await toggleSize(page);
      await press(page, 'Turn Camera Off');
      await press(page, 'Mute');
    },
  },
  {
    name: 'call, permission prompt',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await joinWithout(page, 'unanswered');
      await expect(page.getByRole('dialog', { name: 'Allow Camera and Microphone' })).toBeVisible();
    },
  },
  {
    name: 'call, devices denied',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await joinWithout(page, 'denied');
      await expect(overlay(page).getByText(/can’t use your camera/)).toBeVisible();
    },
  },
  {
    name: 'call, preferences for a denied camera',
    soakOnly: true,
    show: async (page) => {
      await press(page, 'Camera Problem');
      await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
    },
  },
];

/** For a user who is not on call. */
export const leavingDevice: readonly Scene[] = [
  {
    name: 'call, unattended patient mode',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await join(page);
      await press(page, 'Unattended Patient Mode');
      await expect(page.getByRole('dialog', { name: 'Start Unattended Patient Mode?' })).toBeVisible();
    },
  },
];
