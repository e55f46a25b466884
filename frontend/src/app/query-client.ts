import { QueryClient } from '@tanstack/react-query';

/**
 * Only the API client retries requests, and queries are refetched in response to events. Without a network, a request fails
 * at once: if it were paused, it would be sent later, when the user has moved on.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** How long after a page rendered its queries have certainly started. */
const START_MILLISECONDS = 100;

/** Resolves once the page that has just rendered has its data, so that nothing competes with it for the network. */
export function whenIdle(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      const check = () => {
        if (queryClient.isFetching() > 0) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = queryClient.getQueryCache().subscribe(check);
      check();
    }, START_MILLISECONDS);
  });
}
