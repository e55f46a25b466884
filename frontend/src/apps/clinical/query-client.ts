import { QueryClient } from '@tanstack/react-query';

/** Calls are retried in one place, the API client; what is shown is fetched again when an event says so. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
}
