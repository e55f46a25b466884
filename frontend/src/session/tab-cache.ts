import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';
import { runningBuild } from '@/shared/lib/build';

import { session } from './state';

/** A tab's storage is small, and unsaved input needs it more. */
export const MAX_CACHED_CHARACTERS = 500_000;

/** Copies what the server last returned into this tab's storage, to be shown after a reload until the server responds. */
export interface TabCache<T> {
  /** The copy that this build of the application made for this user; undefined if there is none. */
  readonly read: () => T | undefined;
  readonly write: (value: T) => void;
}

/** No patient data may be in `value`. It is removed at sign-out, like everything in the `userStorage`. */
export function tabCache<T>(key: string, value: z.ZodMiniType<T>): TabCache<T> {
  // Another build may have stored another shape, which the schema, if it has only a part of it, would not notice.
  const copy = () => json(z.object({ build: z.literal(runningBuild()), value }));
  return {
    read: () => readStored(copy(), userStorage.read(key))?.value,
    write: (latest) => {
      // A response that arrives after a sign-out is not stored.
      if (session.getState() === null) return;
      const text = JSON.stringify({ build: runningBuild(), value: latest });
      userStorage.remove(key);
      if (text.length > MAX_CACHED_CHARACTERS) return;
      try {
        userStorage.write(key, text);
      } catch {
        // The storage is full.
      }
    },
  };
}
