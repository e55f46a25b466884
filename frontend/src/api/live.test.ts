import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { connectLive, type LiveServer, untilConnected, untilLost } from '@/testing/live-server';
import { mountPending, mountQuery } from '@/testing/mounted-queries';

import type { Topic } from './events';
import { connectQueries, markStale, onStale } from './live';
import { closeSocket } from './socket';

let client: QueryClient;
let stop: () => void;

const show = (key: string, staleOn?: readonly Topic[]) => mountQuery(client, key, staleOn);
const showPending = (staleOn: readonly Topic[]) => mountPending(client, staleOn);

const event = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 900 };

async function reconnect(live: LiveServer) {
  const lost = untilLost();
  live.drop();
  await lost;
  await untilConnected();
  return performance.now();
}

async function resync(live: LiveServer) {
  const startedAt = performance.now();
  await live.send('connection:resync', {});
  return startedAt;
}

function hideTab(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  stop = connectQueries(client);
});

afterEach(async () => {
  closeSocket();
  // Pending work would otherwise wait forever for the removed fake clock.
  if (vi.isFakeTimers()) await vi.runAllTimersAsync();
  stop();
  client.clear();
  vi.useRealTimers();
});

it('[RT-18] refetches only stale queries, once for topics that arrive together', async () => {
  const mine = show('mine', ['consult/1']);
  const other = show('other', ['consult/2']);
  await vi.runAllTimersAsync();
  markStale(['consult/1']);
  markStale(['consult/1', 'timeline/1']);
  await vi.runAllTimersAsync();
  expect([mine.mock.calls.length, other.mock.calls.length]).toEqual([2, 1]);
});

it('[RT-18] refetches a query with several topics if one becomes stale', async () => {
  const both = show('both', ['consult/1', 'timeline/1']);
  await vi.runAllTimersAsync();
  markStale(['timeline/1']);
  await vi.runAllTimersAsync();
  expect(both).toHaveBeenCalledTimes(2);
});

it('drops stale topics for queries that are not connected, and does not notify removed listeners', async () => {
  const mine = show('mine', ['consult/1']);
  await vi.runAllTimersAsync();
  const [listener, removed] = [vi.fn(), vi.fn()];
  const unsubscribe = onStale(listener);
  onStale(removed)();
  markStale(['consult/1']);
  stop();
  await vi.runAllTimersAsync();
  expect(listener).not.toHaveBeenCalled();
  markStale(['consult/1']);
  hideTab(false);
  expect(listener).not.toHaveBeenCalled();
  stop = connectQueries(client);
  await vi.runAllTimersAsync();
  markStale(['consult/2']);
  await vi.runAllTimersAsync();
  unsubscribe();
  expect([mine, listener, removed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

it('[RT-03] refetches all live queries after a lost connection', async () => {
  const list = show('list', ['worklist']);
  const consult = show('consult', ['consult/1']);
  const constant = show('constant');
  const failed = vi.fn(() => Promise.reject(new Error('no response')));
  onTestFinished(new QueryObserver(client, { queryKey: ['failed'], queryFn: failed, retry: false }).subscribe(vi.fn()));
  await vi.runAllTimersAsync();
  markStale(['everything']);
  await vi.runAllTimersAsync();
  expect([list, consult, constant, failed].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1, 2]);
});

it('[RT-18] refetches a query only once if it became stale several times during its first fetch', async () => {
  const { queryFn, responses, shown } = showPending(['consult/1']);
  await vi.runAllTimersAsync();
  for (let event = 0; event < 3; event += 1) {
    markStale(['consult/1']);
    await vi.runAllTimersAsync();
  }
  expect(queryFn).toHaveBeenCalledTimes(1);
  responses[0]?.();
  await vi.runAllTimersAsync();
  expect(queryFn).toHaveBeenCalledTimes(2);
  responses[1]?.();
  await vi.runAllTimersAsync();
  expect([queryFn.mock.calls.length, shown()]).toEqual([2, 2]);
});

it('[RT-18] restarts a later fetch if the query becomes stale in the meantime, and does nothing more', async () => {
  const { queryFn, responses, shown } = showPending(['consult/1']);
  await vi.runAllTimersAsync();
  responses[0]?.();
  for (let event = 0; event < 2; event += 1) {
    await vi.runAllTimersAsync();
    markStale(['consult/1']);
  }
  await vi.runAllTimersAsync();
  responses[2]?.();
  await vi.runAllTimersAsync();
  expect([queryFn.mock.calls.length, shown()]).toEqual([3, 3]);
});

it('[RT-18] does not refetch a failed query repeatedly', async () => {
  const queryFn = vi.fn(() => Promise.reject(new Error('No network.')));
  const query = { queryKey: ['lost'], queryFn, retry: false, meta: { staleOn: ['consult/1'] as const } };
  new QueryObserver(client, query).subscribe(() => undefined);
  await vi.runAllTimersAsync();
  markStale(['consult/1']);
  await vi.runAllTimersAsync();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('[RT-03] refetches only queries that were fetched before events could be received, if the server does not know which', async () => {
  speedUpTimers();
  const before = show('before', ['worklist']);
  const { queryFn: inFlight, responses } = showPending(['me']);
  const constant = show('constant');
  await vi.waitFor(() => expect(client.getQueryData(['before'])).toBeDefined());
  await connectLive();
  const after = show('after', ['consult/1']);
  responses[0]?.();
  await vi.waitFor(() => expect([before, inFlight].map(({ mock }) => mock.calls.length)).toEqual([2, 2]));
  const flushed = new Promise((resolve) => onStale(resolve));
  markStale(['timeline/1']);
  await flushed;
  expect([before, inFlight, after, constant].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1, 1]);
});

it.each([
  { about: 'the server has lost track', trigger: resync },
  { about: 'a lost connection is restored', trigger: reconnect },
])('[RT-03] spreads the requests of many browsers over a second when $about', async ({ trigger }) => {
  speedUpTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  const live = await connectLive();
  const list = show('list', ['worklist']);
  // Topics collected at startup are flushed first.
  const started = performance.now();
  await vi.waitFor(() => expect(performance.now() - started).toBeGreaterThan(100));
  const startedAt = await trigger(live);
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  expect(performance.now() - startedAt).toBeGreaterThan(800);
});

it('[RT-03] [RT-18] refetches what an event affects', async () => {
  speedUpTimers();
  const live = await connectLive();
  const [mine, other] = [show('mine', ['consult/1']), show('other', ['consult/2'])];
  await vi.waitFor(() => expect([mine, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]));
  await live.send('consult:updated', { ...event, consultId: '1' });
  await vi.waitFor(() => expect(mine).toHaveBeenCalledTimes(2));
  expect(other).toHaveBeenCalledTimes(1);
});

it('waits while the tab is hidden and catches up when it is visible', async () => {
  const list = show('list', ['worklist']);
  await vi.runAllTimersAsync();
  hideTab(true);
  markStale(['worklist']);
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(1);
  hideTab(false);
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(2);
});

it('pauses as long as the last refresh took, so that a slow server gets fewer requests, and starts again after 0.4 to 1 s', async () => {
  const startedAt: number[] = [];
  let refreshTime = 300;
  const unsubscribe = onStale(() => {
    startedAt.push(performance.now());
    return new Promise((resolve) => void setTimeout(resolve, refreshTime));
  });
  const rounded = (milliseconds: number) => 10 * Math.round(milliseconds / 10);
  const start = performance.now();
  const trigger = (milliseconds: number) => {
    const events = setInterval(() => markStale(['worklist']), 20);
    return vi.advanceTimersByTimeAsync(milliseconds).then(() => clearInterval(events));
  };
  await trigger(1_300);
  expect(startedAt.map((at) => rounded(at - start))).toEqual([70, 670, 1_270]);
  refreshTime = 20;
  await vi.runAllTimersAsync();
  startedAt.length = 0;
  const quick = performance.now();
  await trigger(900);
  expect(startedAt.map((at) => rounded(at - quick))).toEqual([70, 470, 870]);
  refreshTime = 60_000;
  await vi.runAllTimersAsync();
  startedAt.length = 0;
  const slow = performance.now();
  await trigger(2_100);
  expect(startedAt.map((at) => rounded(at - slow))).toEqual([70, 1_070, 2_070]);
  unsubscribe();
  await vi.runAllTimersAsync();
});
