import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { meQuery } from '@/session/me';
import { setUsers, session, signedOut } from '@/session/state';
import { createManager } from '@/session/provider';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { makeMe } from '@/testing/me';
import { about, joined, serveMeeting, showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { discovery } from '@/testing/session';
import { claims, storedValues } from '@/testing/standalone';

import { endCall, joinCall, turnDevice } from '../call';
import { CallOverlay } from '../call-overlay';
import { call } from '../call-view';

const BUTTON = 'Unattended Patient Mode';

const show = (me = makeMe()) =>
  renderFeature(<CallOverlay onSettings={() => undefined} toConsult={() => null} />, { me });
const tools = () =>
  within(screen.getByRole('group', { name: 'Call' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

describe('the button for unattended patient mode', () => {
  it.each([
    ['is there for users who are not checked in', [], [BUTTON]],
    ['is not there for users who are on call', [1], []],
  ])('[VID-04] [VID-05] [VID-29] [BPERM-26] %s', async (_who, checkedInLineIds, button) => {
    fakeDevices();
    showCall();
    show(makeMe({ checkedInLineIds }));
    expect(tools()).toEqual(['Mute', 'Turn Camera Off', ...button, 'More', 'Settings', 'Expand', 'End Call']);
    // A narrow screen has it in the menu instead.
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items.filter((item) => item === BUTTON)).toEqual(button);
  });

  it('[VID-05] [BPERM-26] follows the user going on call, and off call again, while the call is open', async () => {
    fakeDevices();
    showCall();
    const { queryClient } = show();
    for (const checkedInLineIds of [[1], []]) {
      queryClient.setQueryData(meQuery.queryKey, makeMe({ checkedInLineIds }));
      await waitFor(() => expect(tools().includes(BUTTON)).toBe(checkedInLineIds.length === 0));
    }
  });
});

describe('entering the mode', () => {
  /** The user's requests that matter for the order, and whether the values were stored by then. */
  let steps: string[];
  let token: () => Response;

  beforeEach(() => {
    steps = [];
    token = () => HttpResponse.json({ token: 'signed', expiresAt: '2027-01-01T00:00:00Z' }, { status: 201 });
  });

  async function enter() {
    const served = serveMeeting();
    fakePeers();
    const browser = fakeDevices();
    setUsers(createManager());
    const step = (name: string) => steps.push(`${name}, ${Object.keys(storedValues()).length} stored`);
    vi.spyOn(UserManager.prototype, 'signoutRedirect').mockImplementation(() => {
      step('provider');
      return Promise.resolve();
    });
    server.use(
      discovery,
      http.post(`*/api/meeting/${joined.meeting.meetingId}/consults/${about.consultId}/token/`, () => {
        step('token');
        return token();
      }),
      http.post('*/api/sign-out', () => {
        step('sign-out');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    onTestFinished(() => {
      signedOut.setState(null, true);
      session.setState(null, true);
      sessionStorage.clear();
      localStorage.clear();
    });
    show();
    await joinCall(about);
    await waitFor(() => expect(call.getState()?.state).toBe('connected'));
    turnDevice('microphone', false);
    await userEvent.click(await screen.findByRole('button', { name: BUTTON }));
    const dialog = await screen.findByRole('dialog', { name: 'Start Unattended Patient Mode?' });
    expect(dialog).toHaveTextContent(/^.*This device stays in the call with nobody signed in.*$/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign Out and Start' }));
    return { ...served, browser };
  }

  it('[UNATT-14] [VID-20] [CONST-10] gets the token first, then stores the values, signs out last, and deletes no meeting', async () => {
    const { requests, browser } = await enter();
    await waitFor(() => expect(steps).toEqual(['token, 0 stored', 'sign-out, 4 stored', 'provider, 4 stored']));
    expect(requests).toEqual([`join {"consultId":"${about.consultId}"}`, 'leave']);
    expect(storedValues()).toEqual({ token: 'signed', ...claims, devices: '{"microphone":false,"camera":true}' });
    expect([session.getState(), call.getState()]).toEqual([null, null]);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  });

  it('[UNATT-14] changes nothing if the server refuses, and says why', async () => {
    token = () => HttpResponse.json({ code: 'on_call', message: 'You are on call.' }, { status: 403 });
    const { requests } = await enter();
    expect(await screen.findByText('You are on call.')).toBeInTheDocument();
    expect([steps, storedValues(), session.getState() === null]).toEqual([['token, 0 stored'], {}, false]);
    expect(call.getState()?.state).toBe('connected');
    endCall();
    await waitFor(() => expect(requests.at(-1)).toMatch(/^delete/));
  });
});
