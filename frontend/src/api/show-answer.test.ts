import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

import { showAnswer } from './show-answer';

const queryKey = ['consult'];

/** Mounts one query whose responses the test resolves. */
function show() {
  const queryClient = new QueryClient();
  const arrivals: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => arrivals.push(resolve));
  const observer = new QueryObserver<string>(queryClient, { queryKey, queryFn });
  const seen: unknown[] = [];
  observer.subscribe(({ data }) => seen.push(data));
  const arrive = async (nth: number, answer: string) => {
    await vi.waitFor(() => expect(arrivals.length).toBeGreaterThan(nth));
    arrivals[nth]?.(answer);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { queryClient, arrivals, arrive, seen, data: () => queryClient.getQueryData(queryKey) };
}

it('is not replaced by an older response that arrives later, and refetches the canceled query', async () => {
  const { queryClient, arrivals, arrive, seen, data } = show();
  await arrive(0, 'requested');
  void queryClient.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(arrivals).toHaveLength(2));
  showAnswer(queryClient, queryKey, () => 'acknowledged');
  await arrive(1, 'requested');
  expect(data()).toBe('acknowledged');
  await arrive(2, 'completed');
  expect(data()).toBe('completed');
  expect(seen.filter((shown, nth) => shown !== undefined && shown !== seen[nth - 1])).toEqual([
    'requested',
    'acknowledged',
    'completed',
  ]);
});

it('does not refetch if no fetch was in flight', async () => {
  const { queryClient, arrivals, arrive, data } = show();
  await arrive(0, 'requested');
  showAnswer(queryClient, queryKey, (known) => `${String(known)} twice`);
  expect(data()).toBe('requested twice');
  expect(arrivals).toHaveLength(1);
});

it('does not cancel a first fetch if there is no data to change', async () => {
  const { queryClient, arrive, data } = show();
  showAnswer(queryClient, queryKey, () => undefined);
  await arrive(0, 'requested');
  expect(data()).toBe('requested');
});
