import { expect, type Page } from '@playwright/test';

import { act, expectConsult, openConsult, type Scene } from './scene';

const overlay = (page: Page) => page.getByRole('region', { name: 'Video call' });

/** A consult in whose call one is not: the one of the scene before is joined again by itself, and hung up. */
async function arriveAtConsult(page: Page) {
  await openConsult(page);
  const end = overlay(page).getByRole('button', { name: 'End Call' });
  const again = await end.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!again) return;
  await end.click();
  await expect(overlay(page)).toBeHidden();
  await page.reload();
  await expectConsult(page);
}

async function join(page: Page) {
  await arriveAtConsult(page);
  await act(page, 'Join Video Call');
  await expect(overlay(page).getByRole('button', { name: 'End Call' })).toBeVisible();
  await expect(overlay(page).getByText('Joining the call…')).toBeHidden();
}

/** Has the browser answer about its devices as it does where nobody has answered it yet, or where it refuses. */
async function devicesAre(page: Page, state: 'unanswered' | 'denied') {
  await page.evaluate((wanted) => {
    const status = Object.assign(new EventTarget(), { state: wanted === 'denied' ? 'denied' : 'prompt' });
    Object.defineProperty(navigator.permissions, 'query', { value: () => Promise.resolve(status) });
    navigator.mediaDevices.getUserMedia = () =>
      wanted === 'denied'
        ? Promise.reject(new DOMException('Refused', 'NotAllowedError'))
        : new Promise(() => undefined);
  }, state);
}

async function joinWithout(page: Page, state: 'unanswered' | 'denied') {
  await arriveAtConsult(page);
  await devicesAre(page, state);
  await act(page, 'Join Video Call');
}

const turn = (page: Page, name: string) => overlay(page).getByRole('button', { name, exact: true }).click();

/** Expanded where it is not, and the other way around. */
const layOut = (page: Page) =>
  overlay(page)
    .getByRole('button', { name: /^(Expand|Collapse)$/ })
    .click();

/** The meeting in the app as somebody meets it who is there first. */
export const calls: readonly Scene[] = [
  { name: 'call', path: '/consult', anew: true, show: join },
  { name: 'call, otherwise laid out', show: layOut },
  {
    name: 'call, camera off and muted',
    show: async (page) => {
      await layOut(page);
      await turn(page, 'Turn Camera Off');
      await turn(page, 'Mute');
    },
  },
  {
    name: 'call, devices asked for',
    path: '/consult',
    anew: true,
    show: async (page) => {
      await joinWithout(page, 'unanswered');
      await expect(page.getByRole('dialog', { name: 'Allow Camera and Microphone' })).toBeVisible();
    },
  },
  {
    name: 'call, devices denied',
    path: '/consult',
    anew: true,
    show: async (page) => {
      await joinWithout(page, 'denied');
      await expect(overlay(page).getByText(/can’t use your camera/)).toBeVisible();
    },
  },
  {
    name: 'call, preferences of a camera that is denied',
    show: async (page) => {
      await turn(page, 'Camera Problem');
      await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
    },
  },
];
