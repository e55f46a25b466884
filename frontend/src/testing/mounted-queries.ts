import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';

import type { Topic } from '@/api/events';

/** Mounts a query; returns how often it was fetched. */
export function mountQuery(client: QueryClient, key: string, staleOn?: readonly Topic[]) {
  const queryFn = vi.fn(() => Promise.resolve(key));
  const meta = staleOn === undefined ? {} : { meta: { staleOn } };
  new QueryObserver(client, { queryKey: [key], queryFn, ...meta, staleTime: Infinity }).subscribe(() => undefined);
  return queryFn;
}

/** Mounts a query whose responses the test resolves, each with the number of its request. */
export function mountPending(client: QueryClient, staleOn: readonly Topic[]) {
  const responses: (() => void)[] = [];
  const queryFn = vi.fn(
    () =>
      new Promise<number>((resolve) => {
        const number = responses.length + 1;
        responses.push(() => resolve(number));
      }),
  );
  new QueryObserver(client, { queryKey: ['slow'], queryFn, meta: { staleOn }, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  return { queryFn, responses, shown: () => client.getQueryData(['slow']) };
}
