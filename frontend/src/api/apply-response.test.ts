import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

import { applyResponse } from './apply-response';

const queryKey = ['consult'];

/** Mounts one query whose responses the test resolves. */
function show() {
  const queryClient = new QueryClient();
  const responses: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => responses.push(resolve));
  const observer = new QueryObserver<string>(queryClient, { queryKey, queryFn });
  const seen: unknown[] = [];
  observer.subscribe(({ data }) => seen.push(data));
  const respond = async (nth: number, response: string) => {
    await vi.waitFor(() => expect(responses.length).toBeGreaterThan(nth));
    responses[nth]?.(response);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { queryClient, responses, respond, seen, data: () => queryClient.getQueryData(queryKey) };
}

it('is not replaced by an older response that arrives later, and refetches the canceled query', async () => {
  const { queryClient, responses, respond, seen, data } = show();
  await respond(0, 'requested');
  void queryClient.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  applyResponse(queryClient, queryKey, () => 'acknowledged');
  await respond(1, 'requested');
  expect(data()).toBe('acknowledged');
  await respond(2, 'completed');
  expect(data()).toBe('completed');
  expect(seen.filter((shown, nth) => shown !== undefined && shown !== seen[nth - 1])).toEqual([
    'requested',
    'acknowledged',
    'completed',
  ]);
});

it('does not refetch if no fetch was in flight', async () => {
  const { queryClient, responses, respond, data } = show();
  await respond(0, 'requested');
  applyResponse(queryClient, queryKey, (current) => `${String(current)} twice`);
  expect(data()).toBe('requested twice');
  expect(responses).toHaveLength(1);
});

it('does not cancel a first fetch if there is no data to change', async () => {
  const { queryClient, respond, data } = show();
  applyResponse(queryClient, queryKey, () => undefined);
  await respond(0, 'requested');
  expect(data()).toBe('requested');
});
