import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { call, joinCall } from '@/features/video/call';
import { fakeAudio } from '@/testing/fake-audio';
import { fakeDevices, setDevices } from '@/testing/fake-devices';
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
  browser = fakeDevices({ says: { microphone: 'pending', camera: 'pending' }, list: [['videoinput', 'Webcam']] });
});

/** Presses a button of a call, and answers the tab of the preferences that it leads to. */
async function tabAfter(button: string) {
  showCall();
  renderApp('/help');
  await press(button);
  return within(await preferences()).getByRole('tab', { selected: true });
}

it('[VID-06] opens the preferences for the settings', async () => {
  expect(await tabAfter('Settings')).toHaveTextContent('Audio');
});

it('[VID-09] [BERR-15] opens the preferences where another microphone is chosen', async () => {
  setDevices({ trouble: 'unusable' }, {});
  expect(await tabAfter('Microphone Problem')).toHaveTextContent('Audio');
});

it('[VID-10] [BERR-15] opens the preferences where another camera is chosen', async () => {
  setDevices({}, { permission: 'denied' });
  expect(await tabAfter('Camera Problem')).toHaveTextContent('Video');
});

it('[PREF-08] takes the camera that is chosen meanwhile, in the preferences over the page', async () => {
  const { calls } = serveMeeting();
  renderApp('/help');
  await joinCall(about);
  await press('Settings');
  await userEvent.click(within(await preferences()).getByRole('tab', { name: 'Video' }));
  await screen.findByRole('option', { name: 'Webcam' });
  const before = call.get()?.tracks.camera;
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Camera' }), 'Webcam');
  await waitFor(() => expect(call.get()?.tracks.camera).not.toBe(before));
  expect(before?.readyState).toBe('ended');
  expect(browser.asked.at(-1)).toMatchObject({ video: { deviceId: { ideal: 'id of Webcam' } } });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await press('End Call');
  await waitFor(() => expect(calls.at(-1)).toMatch(/^delete /));
});

it('lies over the page while it is large, and leads back to its consult beside it', async () => {
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
