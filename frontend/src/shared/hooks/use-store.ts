import { useSyncExternalStore } from 'react';

import type { ExternalStore } from '@/shared/lib/external-store';

export function useStore<T>(store: ExternalStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** What is read from it, a plain value: a component that needs no more is drawn again only when that changes. */
export function useSelected<T, S extends string | number | boolean | null>(
  store: ExternalStore<T>,
  select: (value: T) => S,
): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
