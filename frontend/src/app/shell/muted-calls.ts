import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';

const stored = json(z.readonly(z.array(z.string())));
const keyOf = (userId: number) => `wardline.muted-calls.${userId}`;
const listeners = new Set<() => void>();

export interface MutedCalls {
  readonly muted: ReadonlySet<string>;
  readonly setMuted: (meetingIds: readonly string[]) => void;
}

/** The ids of the meetings whose calls the user has muted; all tabs of this browser share them, because all of them ring. */
export function useMutedCalls(userId: number): MutedCalls {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)));
  return {
    muted: new Set(readStored(stored, text)),
    setMuted: (meetingIds) => {
      if (meetingIds.length === 0) localStorage.removeItem(keyOf(userId));
      else localStorage.setItem(keyOf(userId), z.encode(stored, meetingIds));
      for (const listener of listeners) listener();
    },
  };
}

/** Browsers report what other tabs store, but not what this one does. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
