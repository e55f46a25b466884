import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { connectLive } from '@/testing/live-server';
import { mountPending, mountQuery } from '@/testing/mounted-queries';
import { speedUpTimers } from '@/testing/speed-up-timers';

import { connectQueries, onStale } from './live';
import { closeSocket } from './socket';

let client: QueryClient;
let stop: () => void;

const event = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 900 };

beforeEach(() => {
  client = new QueryClient();
  stop = connectQueries(client);
});

afterEach(() => {
  closeSocket();
  stop();
  client.clear();
});

it('[RT-03] [RT-18] refetches what it missed before it was connected, and nothing else', async () => {
  speedUpTimers();
  const { queryFn: me, responses } = mountPending(client, ['me']);
  const [consult, other, bell] = [
    mountQuery(client, 'consult', ['consult/1']),
    mountQuery(client, 'other', ['consult/2']),
    mountQuery(client, 'bell', ['notifications']),
  ];
  await vi.waitFor(() => expect(client.getQueryData(['bell'])).toBeDefined());
  const live = await connectLive(({ missing }) =>
    missing([
      ['consult:updated', { ...event, consultId: '1' }],
      ['future:event', {}],
    ]),
  );
  responses[0]?.();
  const calls = () => [consult, other, bell, me].map(({ mock }) => mock.calls.length);
  await vi.waitFor(() => expect(calls()).toEqual([2, 1, 1, 1]));
  await live.send('notification:added', { consultId: '3' });
  await vi.waitFor(() => expect(calls()).toEqual([2, 1, 2, 1]));
});

it('[RT-18] marks a list without a component that updates its rows as stale when a consult changes', async () => {
  speedUpTimers();
  const live = await connectLive();
  const list = { queryKey: ['list'], queryFn: vi.fn(() => Promise.resolve([])), meta: { updatesRows: true } };
  await client.query({ ...list, staleTime: Infinity });
  const shown = new QueryObserver(client, { ...list, staleTime: Infinity }).subscribe(() => undefined);
  const change = async () => {
    const flushed = new Promise((resolve) => onStale(resolve));
    await live.send('consult:updated', { ...event, consultId: '1' });
    await flushed;
  };
  await change();
  shown();
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(false);
  await change();
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(true);
  expect(list.queryFn).toHaveBeenCalledTimes(1);
});

it('[RT-03] fetches the user again whose rights were revoked before it was connected', async () => {
  speedUpTimers();
  const { queryFn, responses, shown } = mountPending(client, ['me']);
  await connectLive(({ missing }) => missing([['user:updated', { userId: 7 }]]));
  responses[0]?.();
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  responses[1]?.();
  await vi.waitFor(() => expect(shown()).toBe(2));
  expect(queryFn).toHaveBeenCalledTimes(2);
});
