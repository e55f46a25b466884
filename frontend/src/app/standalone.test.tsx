import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it } from 'vitest';

import { call } from '@/features/video/call-view';
import { entering } from '@/features/video/unattended/enter-unattended';
import type { Me } from '@/session/me';
import { session } from '@/session/state';
import { CONSULT_ID } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { attendance, joined, otherWindow } from '@/testing/meeting';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { claims, endDeviceCall, leaveDevice, storedValues, storeValues } from '@/testing/standalone';

import { publicRoutes } from './public-routes';

const RESTORE = 'Restore Access';
const ERROR = 'Something went wrong connecting to the call. Please login and try joining the call again.';

afterEach(endDeviceCall);

/** Opens the application on a device that was left in a call. */
async function open(
  path: string,
  { values = {}, me = null }: { values?: Record<string, string>; me?: Me | null } = {},
) {
  const device = await leaveDevice();
  storeValues(values);
  device.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  const view = renderApp(path, { me });
  return { ...device, ...view, path: () => view.router.state.location.href };
}

const isInCall = () => waitFor(() => expect(call.getState()?.others).toHaveLength(1));

it('[UNATT-05] [UNATT-13] [UNATT-01] every page is the call, which shows no navigation and no patient', async () => {
  const { path, router, requests } = await open('/consult/7?view=timeline');
  expect(await screen.findByText('Entering unattended patient mode')).toBeInTheDocument();
  await isInCall();
  expect(path()).toBe('/standalone-meeting');
  const buttons = screen.getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Mute',
    'Turn Camera Off',
    RESTORE,
  ]);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Skip to content']);
  // Nobody needs to be signed in for some of them.
  const others = publicRoutes.map(({ fullPath }) => fullPath).filter((to) => !to.startsWith('/standalone'));
  for (const to of ['/', '/request/patient', '/standalone-meeting/error', '/oauth2/callback?code=x', ...others]) {
    await router.navigate({ to });
    expect(path()).toBe('/standalone-meeting');
  }
  expect([requests.length, call.getState()?.state]).toEqual([1, 'connected']);
});

it('[ROUTE-32] [UNATT-02] the call begins once whoever leaves the device there is signed out', async () => {
  entering.setState(true, true);
  const { path, requests } = await open('/standalone-meeting', { me: makeMe() });
  expect(await screen.findByText('Entering unattended patient mode')).toBeInTheDocument();
  expect([path(), requests, Object.keys(storedValues()).length]).toEqual(['/standalone-meeting', [], 3]);
  act(() => {
    session.setState(null, true);
    entering.setState(false, true);
  });
  await isInCall();
});

it('[UNATT-09] [UNATT-16] [UNATT-10] [UNATT-12] [UNATT-11] restoring access asks first, then ends the call and opens the login page', async () => {
  const { path, requests } = await open('/standalone-meeting');
  await isInCall();
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: RESTORE }));
    return within(await screen.findByRole('dialog', { name: 'Restore Access?' }));
  };
  const words = 'Restore access will end this video call and require your login credentials.';
  const question = await ask();
  expect(question.getByText(words)).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  expect([call.getState()?.state, requests.length]).toEqual(['connected', 1]);
  await userEvent.click((await ask()).getByRole('button', { name: RESTORE }));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument();
  await waitFor(() => expect(requests.slice(1)).toEqual(['leave']));
  expect([path().split('?')[0], call.getState(), storedValues()]).toEqual(['/login', null, {}]);
});

it('[UNATT-06] [ROUTE-33] [ROUTE-32] a call that cannot go on says so, and offers to log in', async () => {
  const { path, responses, browser } = await open('/standalone-meeting');
  await isInCall();
  responses.attend = () => HttpResponse.json({ code: 'unattended_mode_over', message: 'Over.' }, { status: 401 });
  expect(await screen.findByText(ERROR, undefined, { timeout: 9_000 })).toBeInTheDocument();
  expect([path(), storedValues(), call.getState()]).toEqual(['/standalone-meeting/error', {}, null]);
  expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(path()).toMatch(/^\/login/));
}, 12_000);

it.each([
  ['with an invalid token', { values: { token: 'forged' } }, '/login?redirect=%2F'],
  ['for another consult', { values: { consultId: 'another' } }, '/login?redirect=%2F'],
  ['with someone signed in', { me: makeMe({ rbacPermissions: permissions('List Consult') }) }, '/consult'],
])('[UNATT-07] [UNATT-03] [UNATT-08] %s, the page leads home without joining', async (_how, options, home) => {
  server.use(...emptyAnswers);
  const { path, requests } = await open('/standalone-meeting', options);
  await waitFor(() => expect(path()).toBe(home));
  expect([requests, call.getState(), storedValues()]).toEqual([[], null, {}]);
});

it('[ROUTE-34] a link to the meeting of the token continues in the call, and without a token it leads home', async () => {
  const { meetingId } = joined.meeting;
  const link = `/standalone/meeting/${meetingId}/consults/${CONSULT_ID}`;
  server.use(
    http.get(`*/api${link}`, ({ request }) => {
      expect(request.headers.get('Authorization')).toMatch(/^Bearer ey/);
      return HttpResponse.json({ ...claims, meetingId, state: 'connected' });
    }),
  );
  const { path, router } = await open(link, { values: { consultId: 'not yet', externalMeetingId: 'not yet' } });
  await isInCall();
  expect(path()).toBe('/standalone-meeting');
  await endDeviceCall();
  sessionStorage.clear();
  await router.navigate({ to: link });
  await waitFor(() => expect(path()).toBe('/login?redirect=%2F'));
});
