import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Topic } from './events';
import { connectQueries, markStale } from './live';

let client: QueryClient;
let stop: () => void;

/** A query on the screen; answers how often it was fetched. */
function show(key: string, staleOn?: readonly Topic[]) {
  const queryFn = vi.fn(() => Promise.resolve(key));
  const meta = staleOn === undefined ? {} : { staleOn };
  new QueryObserver(client, { queryKey: [key], queryFn, meta, staleTime: Infinity }).subscribe(() => undefined);
  return queryFn;
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

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

it('[RT-18] fetches again what a topic made stale, once for topics that come together, and nothing else', async () => {
  const mine = show('mine', ['consult/1']);
  const other = show('other', ['consult/2']);
  await vi.runAllTimersAsync();
  markStale(['consult/1']);
  markStale(['consult/1', 'timeline/1']);
  await vi.runAllTimersAsync();
  expect([mine.mock.calls.length, other.mock.calls.length]).toEqual([2, 1]);
});

it('[RT-03] fetches everything that follows events after a lost connection', async () => {
  const list = show('list', ['worklist']);
  const consult = show('consult', ['consult/1']);
  const constant = show('constant');
  await vi.runAllTimersAsync();
  markStale(['everything']);
  await vi.runAllTimersAsync();
  expect([list, consult, constant].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1]);
});

it('waits while the tab is hidden and catches up when it is seen', async () => {
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
