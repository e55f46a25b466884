import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { joinCall } from '@/features/video/call';
import { call } from '@/features/video/call-view';
import { clearCallAbout, saveInterruption, saveCallAbout } from '@/features/video/saved-call';
import { closeDrafts, openDrafts } from '@/drafts/draft-storage';
import { userStorage } from '@/drafts/user-storage';
import { fakeAudio } from '@/testing/fake-audio';
import { fakeDevices, setDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { about, serveMeeting, showCall } from '@/testing/meeting';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { serveList } from '@/testing/worklist';

const SLOW = { timeout: 10_000 };

const overlay = () => screen.findByRole('region', { name: 'Video call' }, SLOW);
const press = async (name: string) => userEvent.click(within(await overlay()).getByRole('button', { name }));
const preferences = () => screen.findByRole('dialog', { name: 'Preferences' }, SLOW);
const main = () => document.querySelector('main');

let browser: ReturnType<typeof fakeDevices>;

beforeEach(() => {
  fakeAudio();
  browser = fakeDevices({
    permissions: { microphone: 'pending', camera: 'pending' },
    list: [['videoinput', 'Webcam']],
  });
});

/** Clicks a button in a call, and returns the preferences tab that it opens. */
async function tabAfter(button: string) {
  showCall();
  renderApp('/help');
  await press(button);
  return within(await preferences()).getByRole('tab', { selected: true });
}

it('[VID-06] opens the preferences for settings', async () => {
  expect(await tabAfter('Settings')).toHaveTextContent('Audio');
});

it('[VID-09] [BERR-15] opens the preferences for choosing another microphone', async () => {
  setDevices({ problem: 'unusable' }, {});
  expect(await tabAfter('Microphone Problem')).toHaveTextContent('Audio');
});

it('[VID-10] [BERR-15] opens the preferences for choosing another camera', async () => {
  setDevices({}, { permission: 'denied' });
  expect(await tabAfter('Camera Problem')).toHaveTextContent('Video');
});

it('[PREF-08] switches to the camera that is chosen in the preferences during the call', async () => {
  const { requests } = serveMeeting();
  renderApp('/help');
  await joinCall(about);
  await press('Settings');
  await userEvent.click(within(await preferences()).getByRole('tab', { name: 'Video' }));
  await screen.findByRole('option', { name: 'Webcam' });
  const before = call.getState()?.tracks.camera;
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Camera' }), 'Webcam');
  await waitFor(() => expect(call.getState()?.tracks.camera).not.toBe(before));
  expect(before?.readyState).toBe('ended');
  expect(browser.constraints.at(-1)).toMatchObject({ video: { deviceId: { ideal: 'id of Webcam' } } });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await press('End Call');
  await waitFor(() => expect(requests.at(-1)).toMatch(/^delete /));
});

it.each([{ isVirtual: true }, { isVirtual: false }])(
  '[CALL-19] is mentioned before its user logs out (%o)',
  async (who) => {
    showCall();
    renderApp('/help', { me: makeMe(who) });
    await overlay();
    await userEvent.click(await screen.findByRole('button', { name: /'s profile$/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const question = await screen.findByRole('dialog', { name: 'Confirm logout' });
    expect(question).toHaveTextContent('You are in a video call. If you log out, you will leave it.');
    await userEvent.click(within(question).getByRole('button', { name: 'Stay Signed In' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(call.getState()).not.toBeNull();
  },
);

it('covers the page while expanded, and links back to its consult', async () => {
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    http.get('*/api/on-call/checkin', () => HttpResponse.json([])),
    http.get('*/api/checkin', () => HttpResponse.json([])),
  );
  serveList([]);
  showCall();
  const { router } = renderApp('/help', {
    me: makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') }),
  });
  expect([(await overlay()).dataset.expanded, main()?.hasAttribute('inert')]).toEqual(['false', false]);
  await press('Expand');
  expect([(await overlay()).dataset.expanded, main()?.hasAttribute('inert')]).toEqual(['true', true]);
  await userEvent.click(screen.getByRole('link', { name: 'Go to consult' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/consult/${about.consultId}`));
  expect([(await overlay()).dataset.expanded, main()?.hasAttribute('inert')]).toEqual(['false', false]);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Go to consult' })).not.toBeInTheDocument());
  await screen.findByText('Consult Requested', {}, SLOW);
});

/** Unloads the page during a call, and with it the key of the tab's encrypted storage. */
async function reloadInCall() {
  const { requests } = serveMeeting();
  fakePeers();
  onTestFinished(clearCallAbout);
  await openDrafts('nurse');
  saveCallAbout(about);
  await vi.waitFor(() => expect(userStorage.keys('sealed.')).toHaveLength(1));
  closeDrafts();
  saveInterruption({ microphone: true, camera: true });
  return requests;
}

it('rejoins the call after a reload on a page that does not wait for the key', async () => {
  const requests = await reloadInCall();
  let sendKey: () => void = () => undefined;
  const response = new Promise<undefined>((resolve) => {
    sendKey = () => resolve(undefined);
  });
  const respondLate = http.get('*/api/me/safekeeping-key', () => response);
  server.use(respondLate);
  renderApp('/help');
  await screen.findByRole('button', { name: /'s profile$/ }, SLOW);
  sendKey();
  await vi.waitFor(() => expect(requests).toContain(`join {"consultId":"${about.consultId}"}`), SLOW);
});

it('keeps the call for a retry while the key cannot be fetched', async () => {
  const requests = await reloadInCall();
  let attempts = 0;
  const fail = http.get('*/api/me/safekeeping-key', () => {
    attempts += 1;
    return HttpResponse.error();
  });
  server.use(fail);
  renderApp('/help');
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(0), SLOW);
  await screen.findByRole('button', { name: /'s profile$/ }, SLOW);
  expect([userStorage.read('call') !== null, userStorage.keys('sealed.')]).toEqual([true, ['sealed.call-about']]);
  expect(requests).toEqual([]);
});
