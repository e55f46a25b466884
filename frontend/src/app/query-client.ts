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
