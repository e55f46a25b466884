import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '@/session/state';
import { testConfig } from '@/testing/config';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { connectLive, type LiveServer, serveLive, untilConnected, untilLost } from '@/testing/live-server';
import { signInForTest, userFor } from '@/testing/session';

import { access, type Renewal, setAccess } from './access';
import { setRuntimeConfig } from './runtime-config';
import { closeSocket, connection, onAnyEvent, onReturn, onStart, openSocket, view } from './socket';

const PATIENCE = { timeout: 5_000 };

let live: LiveServer;
let returned: ReturnType<typeof vi.fn<() => void>>;
let stops: (() => void)[];

/** The provider's response to every silent renewal. */
function provider(outcome: Renewal) {
  const renew = vi.fn(() => Promise.resolve(outcome));
  setAccess({ ...access(), renew });
  return renew;
}

beforeEach(() => {
  speedUpTimers();
  returned = vi.fn<() => void>();
  stops = [onReturn(() => returned())];
});

afterEach(() => {
  for (const stop of stops) stop();
  closeSocket();
});

it('[RT-01] sends the bearer token when it connects', async () => {
  live = await connectLive();
  expect(live.shown).toEqual(['token of nurse']);
});

it('[RT-01] [RT-03] requests a fresh token each time, because the current one may be about to expire', async () => {
  live = await connectLive();
  setAccess({ ...access(), freshToken: () => Promise.resolve('fresh') });
  live.drop();
  await untilLost();
  await untilConnected();
  expect(live.shown).toEqual(['token of nurse', 'fresh']);
});

it('[RT-01] [API-01] connects to the host of the calls', async () => {
  setRuntimeConfig({ ...testConfig, apiBaseUrl: 'https://wardline.example/api' });
  signInForTest();
  live = serveLive('wss://wardline.example/');
  openSocket();
  await untilConnected();
  expect(live.open()).toBe(1);
});

it('[RT-02] waits for a token and closes when the user leaves', async () => {
  openSocket();
  expect(connection.getState().status).toBe('off');
  live = await connectLive();
  expect(live.open()).toBe(1);
  closeSocket();
  await vi.waitFor(() => expect(live.open()).toBe(0));
});

it('[RT-03] distinguishes its first connection from a reconnect', async () => {
  const started = vi.fn();
  stops.push(onStart(started));
  live = await connectLive();
  expect(started).toHaveBeenCalledTimes(1);
  live.drop();
  await untilLost();
  await untilConnected();
  expect(started).toHaveBeenCalledTimes(1);
  expect(returned).toHaveBeenCalledTimes(1);
});

it('handles several events in one message individually, and ignores unknown ones', async () => {
  const heard = vi.fn();
  live = await connectLive();
  stops.push(onAnyEvent(heard));
  await live.sendTogether([
    ['user:updated', { userId: 7 }],
    ['made:later', {}],
    ['connection:resync', {}],
  ]);
  expect(heard.mock.calls).toEqual([
    [{ name: 'user:updated', payload: { userId: 7 } }],
    [{ name: 'connection:resync', payload: {} }],
  ]);
});

it('[RT-04] [RT-05] reports each viewed consult to the server once, however many components show it, until the last one unmounts', async () => {
  live = await connectLive();
  for (const stop of ['7', '7', '8'].map((consultId) => view(consultId))) stop();
  const told = ['began-viewing 7', 'began-viewing 8', 'ended-viewing 7', 'ended-viewing 8'];
  await vi.waitFor(() => expect(live.emitted).toEqual(told.map((words) => `consult:${words}`)));
});

describe('a socket that the server closed', () => {
  it('[RT-03] [RT-04] reconnects with the current token even if the provider is unreachable', async () => {
    live = await connectLive();
    const renew = provider('failed');
    const stop = view('7');
    live.end();
    await untilLost();
    await untilConnected();
    expect(live.shown).toEqual(['token of nurse', 'token of nurse']);
    expect(renew).not.toHaveBeenCalled();
    expect(returned).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(live.emitted.filter((said) => said === 'consult:began-viewing 7')).toHaveLength(2));
    stop();
  });

  it('[RT-03] reconnects with the same token if the server has no capacity at first', async () => {
    live = await connectLive();
    const renew = provider('renewed');
    live.refuse('unavailable');
    live.end();
    await vi.waitFor(() => expect(live.shown).toHaveLength(2), PATIENCE);
    live.refuse(null);
    await untilConnected();
    expect(live.shown).toEqual(Array(3).fill('token of nurse'));
    expect(renew).not.toHaveBeenCalled();
  });

  it('[RT-03] reconnects with a fresh token if the server rejects the old one', async () => {
    live = await connectLive();
    provider('renewed').mockImplementation(() => {
      session.setState(userFor('nurse', { token: 'new' }), true);
      live.refuse(null);
      return Promise.resolve('renewed');
    });
    live.refuse('not_signed_in');
    live.end();
    await untilLost();
    await untilConnected();
    expect(live.shown).toEqual(['token of nurse', 'token of nurse', 'new']);
  });

  it.each(['renewed', 'refused', 'failed'] as const)(
    '[RT-02] ends a session that the server has ended, if a new token (%s) does not help',
    async (outcome) => {
      live = await connectLive();
      const renew = provider(outcome);
      const ended = vi.fn(closeSocket);
      setAccess({ ...access(), ended });
      live.refuse('session_ended');
      live.end();
      await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), PATIENCE);
      expect(renew).toHaveBeenCalledOnce();
      expect(live.shown).toHaveLength(outcome === 'renewed' ? 3 : 2);
    },
  );

  it('[RT-03] retries only occasionally with a server that rejects all tokens of the user', async () => {
    live = await connectLive();
    provider('renewed');
    live.refuse('not_signed_in');
    live.end();
    await vi.waitFor(() => expect(live.shown).toHaveLength(3), PATIENCE);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(live.shown).toHaveLength(3);
  });
});

describe('a new token', () => {
  const renewQuietly = () => {
    session.setState(userFor('nurse', { token: 'new' }), true);
    openSocket();
  };

  it('[RT-03] [RT-04] replaces the socket seamlessly before the old one ends', async () => {
    live = await connectLive();
    const seen = vi.fn();
    stops.push(connection.subscribe(() => void seen(connection.getState().status)));
    const stop = view('7');
    renewQuietly();
    await vi.waitFor(() => expect(live.shown).toEqual(['token of nurse', 'new']));
    await vi.waitFor(() => expect(live.open()).toBe(1), PATIENCE);
    expect(live.emitted.filter((said) => said === 'consult:began-viewing 7')).toHaveLength(2);
    expect(seen.mock.calls.flat()).not.toContain('lost');
    expect(returned).not.toHaveBeenCalled();
    live.end();
    await untilLost();
    await untilConnected();
    stop();
  });

  it('[RT-03] keeps the old socket if the server rejects it', async () => {
    live = await connectLive();
    live.refuse('unavailable');
    renewQuietly();
    await vi.waitFor(() => expect(live.shown).toHaveLength(2));
    await vi.waitFor(() => expect(live.open()).toBe(1), PATIENCE);
    expect(connection.getState().status).toBe('connected');
  });

  it.each([1, 2])(
    '[RT-02] leaves no socket open if the user signs out in the meantime, after %i tokens',
    async (shown) => {
      live = await connectLive();
      renewQuietly();
      await vi.waitFor(() => expect(live.shown).toHaveLength(shown));
      closeSocket();
      await vi.waitFor(() => expect(live.open()).toBe(0));
      expect(connection.getState().status).toBe('off');
    },
  );
});
