import { QueryClient } from '@tanstack/react-query';

/**
 * Calls are retried in one place, the API client; what is shown is fetched again when an event says so. Without a network a call fails
 * like any other: held back, it would be sent later, when nobody looks any longer.
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
