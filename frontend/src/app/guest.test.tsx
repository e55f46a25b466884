import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';

import { call } from '@/features/video/call-view';
import { storedBinding } from '@/features/video/guests/stored';
import { endGuestCall, LINK, refusal, serveGuest } from '@/testing/guests';
import { attendance } from '@/testing/meeting';
import { renderApp } from '@/testing/render-app';

const PATH = `/guest#${LINK}`;

const open = (path = PATH) => renderApp(path, { me: null });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const isInCall = () => waitFor(() => expect(call.getState()?.others).toHaveLength(1));

afterEach(endGuestCall);

describe('the way of a guest into the call', () => {
  it('opens the link after a press, asks for as long as they wait, and joins once someone lets them in, with one secret of their own', async () => {
    const { requests, secrets, served } = serveGuest();
    open();
    expect(await heading('You are invited to a video call')).toBeInTheDocument();
    expect(requests).toEqual([]);
    await press('Continue');
    expect(await screen.findByText('Ana Ruiz (interpreter)')).toBeInTheDocument();
    expect(await screen.findByLabelText('Preview')).toBeInTheDocument();
    await press('Ask to Join');
    expect(await heading('Waiting to be let in')).toBeInTheDocument();
    served.state = 'admitted';
    await waitFor(() => expect(requests).toContain('join'), { timeout: 5_000 });
    await isInCall();
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([
      'Mute',
      'Turn Camera Off',
      'End Call',
    ]);
    expect(requests).toEqual([`open {"link":"${LINK}"}`, 'knock', 'knock', 'join']);
    expect([...secrets]).toEqual([expect.stringMatching(/^Guest [\w-]{43}$/)]);
  }, 10_000);

  it('is resumed by a reload, with the secret that this browser has stored and the devices as they were', async () => {
    const { requests, secrets, browser } = serveGuest('admitted');
    const view = open();
    await press('Continue');
    await isInCall();
    await press('Turn Camera Off');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    view.unmount();
    open('/guest');
    await waitFor(() => expect(requests.filter((each) => each === 'join')).toHaveLength(2));
    await isInCall();
    expect(await screen.findByRole('button', { name: 'Turn Camera On' })).toBeInTheDocument();
    expect(requests.filter((each) => each.startsWith('leave'))).toEqual(['leave?forGood=false']);
    expect(secrets.size).toBe(1);
    expect(browser.tracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live')).toEqual([]);
  });

  it('begins anew with another link, in place of the call that this browser has stored', async () => {
    const { requests } = serveGuest();
    storedBinding.create('x'.repeat(43));
    open();
    expect(await heading('You are invited to a video call')).toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  it('ends for now, and the devices are released, when another page is opened in its place', async () => {
    const { requests, browser } = serveGuest('admitted');
    const { router } = open();
    await press('Continue');
    await isInCall();
    await router.navigate({ to: '/login' });
    await waitFor(() => expect(requests.at(-1)).toBe('leave?forGood=false'));
    expect([call.getState(), browser.tracks.filter(({ readyState }) => readyState === 'live')]).toEqual([null, []]);
  });

  it('ends for good with End Call, and can be taken again', async () => {
    const { requests, served, browser } = serveGuest('admitted');
    open();
    await press('Continue');
    await isInCall();
    await press('End Call');
    expect(await heading('You have left the call')).toBeInTheDocument();
    await waitFor(() => expect(requests.at(-1)).toBe('leave?forGood=true'));
    expect(browser.tracks.every(({ readyState }) => readyState === 'ended')).toBe(true);
    served.state = 'left';
    await press('Join Again');
    await isInCall();
  });
});

describe('a guest who is not in the call is told why', () => {
  it.each([
    [401, 'guest_unknown', 'This link is not valid'],
    [403, 'guest_link_expired', 'This link has expired'],
    [403, 'guest_link_used', 'This link is used on another device'],
    [403, 'guest_invitation_over', 'The call has ended for you'],
  ])('when the link is refused with %s %s', async (status, code, words) => {
    const { served, requests } = serveGuest();
    served.open = () => refusal(status, code);
    open();
    await press('Continue');
    expect(await heading(words)).toBeInTheDocument();
    expect(requests).toHaveLength(1);
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['refused', 'You were not let in'],
    ['ended', 'The call has ended for you'],
    ['left', 'You have left the call'],
  ] as const)('when they are %s', async (state, words) => {
    const { browser } = serveGuest(state);
    open();
    await press('Continue');
    expect(await heading(words)).toBeInTheDocument();
    expect([call.getState(), browser.tracks]).toEqual([null, []]);
    expect(localStorage).toHaveLength(state === 'left' ? 1 : 0);
  });

  it.each([
    [409, 'meeting_full', 'The call is full'],
    [503, 'media_server_down', 'The call cannot be joined now'],
  ])('when joining is refused with %s %s, and tries again when they want to', async (status, code, words) => {
    const { served } = serveGuest('admitted');
    const { join } = served;
    served.join = () => refusal(status, code);
    open();
    await press('Continue');
    expect(await heading(words)).toBeInTheDocument();
    served.join = join;
    await press('Try Again');
    await isInCall();
  });

  it('when the call ends, or somebody has removed them', async () => {
    const { served, browser } = serveGuest('admitted');
    open();
    await press('Continue');
    await isInCall();
    served.state = 'ended';
    served.attend = () => HttpResponse.json({ ...attendance(), state: 'ended', attendees: [] });
    expect(await screen.findByText('The call has ended for you', undefined, { timeout: 9_000 })).toBeInTheDocument();
    expect(browser.tracks.every(({ readyState }) => readyState === 'ended')).toBe(true);
  }, 12_000);

  it('when the address has no secret', async () => {
    serveGuest();
    open('/guest');
    expect(await heading('This link is not valid')).toBeInTheDocument();
  });
});

it('a link does not open for somebody who is signed in, for example to try it out', async () => {
  const { requests } = serveGuest();
  renderApp(PATH);
  expect(await heading('This link is for a guest')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  expect(requests).toEqual([]);
});
