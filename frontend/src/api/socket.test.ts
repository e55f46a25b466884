import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '@/session/state';
import { testConfig } from '@/testing/config';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { connectLive, type LiveServer, serveLive, untilConnected, untilLost } from '@/testing/live-server';
import { signInForTest, userFor } from '@/testing/session';

import { access, type Renewal, setAccess } from './access';
import { setRuntimeConfig } from './runtime-config';
import { closeSocket, connection, onAnyEvent, onReconnect, onFirstConnect, openSocket, reportViewing } from './socket';

const LONG_TIMEOUT = { timeout: 5_000 };

let live: LiveServer;
let reconnected: ReturnType<typeof vi.fn<() => void>>;
let unsubscribes: (() => void)[];

/** The provider's response to every silent renewal. */
function provider(outcome: Renewal) {
  const renew = vi.fn(() => Promise.resolve(outcome));
  setAccess({ ...access(), renew });
  return renew;
}

beforeEach(() => {
  speedUpTimers();
  reconnected = vi.fn<() => void>();
  unsubscribes = [onReconnect(() => reconnected())];
});

afterEach(() => {
  for (const unsubscribe of unsubscribes) unsubscribe();
  closeSocket();
});

it('[RT-01] sends the bearer token when it connects', async () => {
  live = await connectLive();
  expect(live.tokens).toEqual(['token of nurse']);
});

it('[RT-01] [RT-03] requests a fresh token each time, because the current one may be about to expire', async () => {
  live = await connectLive();
  setAccess({ ...access(), freshToken: () => Promise.resolve('fresh') });
  live.drop();
  await untilLost();
  await untilConnected();
  expect(live.tokens).toEqual(['token of nurse', 'fresh']);
});

it('[RT-01] [API-01] connects to the host of the calls', async () => {
  setRuntimeConfig({ ...testConfig, apiBaseUrl: 'https://wardline.example/api' });
  signInForTest();
  live = serveLive('wss://wardline.example/');
  openSocket();
  await untilConnected();
  expect(live.open()).toBe(1);
});

it('[RT-02] waits for a token and closes when the user signs out', async () => {
  openSocket();
  expect(connection.getState().status).toBe('off');
  live = await connectLive();
  expect(live.open()).toBe(1);
  closeSocket();
  await vi.waitFor(() => expect(live.open()).toBe(0));
});

it('[RT-03] distinguishes its first connection from a reconnect', async () => {
  const started = vi.fn();
  unsubscribes.push(onFirstConnect(started));
  live = await connectLive();
  expect(started).toHaveBeenCalledTimes(1);
  live.drop();
  await untilLost();
  await untilConnected();
  expect(started).toHaveBeenCalledTimes(1);
  expect(reconnected).toHaveBeenCalledTimes(1);
});

it('handles several events in one message individually, and ignores unknown ones', async () => {
  const listener = vi.fn();
  live = await connectLive();
  unsubscribes.push(onAnyEvent(listener));
  await live.sendTogether([
    ['user:updated', { userId: 7 }],
    ['future:event', {}],
    ['connection:resync', {}],
  ]);
  expect(listener.mock.calls).toEqual([
    [{ name: 'user:updated', payload: { userId: 7 } }],
    [{ name: 'connection:resync', payload: {} }],
  ]);
});

it('[RT-04] [RT-05] reports each viewed consult to the server once, however many components show it, until the last one unmounts', async () => {
  live = await connectLive();
  for (const stop of ['7', '7', '8'].map((consultId) => reportViewing(consultId))) stop();
  const expected = ['began-viewing 7', 'began-viewing 8', 'ended-viewing 7', 'ended-viewing 8'];
  await vi.waitFor(() => expect(live.emitted).toEqual(expected.map((event) => `consult:${event}`)));
});

describe('a socket that the server closed', () => {
  it('[RT-03] [RT-04] reconnects with the current token even if the provider is unreachable', async () => {
    live = await connectLive();
    const renew = provider('failed');
    const stop = reportViewing('7');
    live.end();
    await untilLost();
    await untilConnected();
    expect(live.tokens).toEqual(['token of nurse', 'token of nurse']);
    expect(renew).not.toHaveBeenCalled();
    expect(reconnected).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(live.emitted.filter((event) => event === 'consult:began-viewing 7')).toHaveLength(2));
    stop();
  });

  it('[RT-03] reconnects with the same token if the server has no capacity at first', async () => {
    live = await connectLive();
    const renew = provider('renewed');
    live.reject('unavailable');
    live.end();
    await vi.waitFor(() => expect(live.tokens).toHaveLength(2), LONG_TIMEOUT);
    live.reject(null);
    await untilConnected();
    expect(live.tokens).toEqual(Array(3).fill('token of nurse'));
    expect(renew).not.toHaveBeenCalled();
  });

  it('[RT-03] reconnects with a fresh token if the server rejects the old one', async () => {
    live = await connectLive();
    provider('renewed').mockImplementation(() => {
      session.setState(userFor('nurse', { token: 'new' }), true);
      live.reject(null);
      return Promise.resolve('renewed');
    });
    live.reject('not_signed_in');
    live.end();
    await untilLost();
    await untilConnected();
    expect(live.tokens).toEqual(['token of nurse', 'token of nurse', 'new']);
  });

  it.each(['renewed', 'refused', 'failed'] as const)(
    '[RT-02] ends a session that the server has ended, if a new token (%s) does not help',
    async (outcome) => {
      live = await connectLive();
      const renew = provider(outcome);
      const acceptSessionEnd = vi.fn(closeSocket);
      setAccess({ ...access(), acceptSessionEnd });
      live.reject('session_ended');
      live.end();
      await vi.waitFor(() => expect(acceptSessionEnd).toHaveBeenCalledOnce(), LONG_TIMEOUT);
      expect(renew).toHaveBeenCalledOnce();
      expect(live.tokens).toHaveLength(outcome === 'renewed' ? 3 : 2);
    },
  );

  it('[RT-03] retries only occasionally with a server that rejects all tokens of the user', async () => {
    live = await connectLive();
    provider('renewed');
    live.reject('not_signed_in');
    live.end();
    await vi.waitFor(() => expect(live.tokens).toHaveLength(3), LONG_TIMEOUT);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(live.tokens).toHaveLength(3);
  });
});

describe('a new token', () => {
  const renewSilently = () => {
    session.setState(userFor('nurse', { token: 'new' }), true);
    openSocket();
  };

  it('[RT-03] [RT-04] replaces the socket seamlessly before the old one ends', async () => {
    live = await connectLive();
    const seen = vi.fn();
    unsubscribes.push(connection.subscribe(() => void seen(connection.getState().status)));
    const stop = reportViewing('7');
    renewSilently();
    await vi.waitFor(() => expect(live.tokens).toEqual(['token of nurse', 'new']));
    await vi.waitFor(() => expect(live.open()).toBe(1), LONG_TIMEOUT);
    expect(live.emitted.filter((event) => event === 'consult:began-viewing 7')).toHaveLength(2);
    expect(seen.mock.calls.flat()).not.toContain('lost');
    expect(reconnected).not.toHaveBeenCalled();
    live.end();
    await untilLost();
    await untilConnected();
    stop();
  });

  it('[RT-03] keeps the old socket if the server rejects it', async () => {
    live = await connectLive();
    live.reject('unavailable');
    renewSilently();
    await vi.waitFor(() => expect(live.tokens).toHaveLength(2));
    await vi.waitFor(() => expect(live.open()).toBe(1), LONG_TIMEOUT);
    expect(connection.getState().status).toBe('connected');
  });

  it.each([1, 2])(
    '[RT-02] leaves no socket open if the user signs out in the meantime, after %i tokens',
    async (count) => {
      live = await connectLive();
      renewSilently();
      await vi.waitFor(() => expect(live.tokens).toHaveLength(count));
      closeSocket();
      await vi.waitFor(() => expect(live.open()).toBe(0));
      expect(connection.getState().status).toBe('off');
    },
  );
});
