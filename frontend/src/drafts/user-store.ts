import * as z from 'zod/mini';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

import { json, readStored } from './codec';
import { type TextStorage, userStorage } from './user-storage';

interface UserStoreOptions<T> {
  /** The storage key; it holds no patient data. */
  readonly key: string;
  /** `encryptedStorage` for patient data. */
  readonly storage?: TextStorage;
  /** Increase it when the schema changes; data stored by another version is dropped. */
  readonly version: number;
  readonly schema: z.ZodMiniType<T>;
  /** The value while none is stored; writing it removes what is stored. */
  readonly initial: T;
  /** The part of the value to store; all of it by default. */
  readonly partialize?: (value: T) => T;
}

interface OwnedValue<T> {
  /** The user who owns the value; null while there is none. */
  readonly userId: number | null;
  readonly value: T;
}

export interface UserStore<T> {
  readonly read: (userId: number) => T;
  readonly write: (userId: number, value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the stored value again, as a reload does. */
  readonly rehydrate: () => void;
}

/** State of one user in this tab: it survives a reload until they sign out, and no other user sees it. */
export function createUserStore<T>(options: UserStoreOptions<T>): UserStore<T> {
  const { key, storage = userStorage, version, schema, initial, partialize = (value) => value } = options;
  const envelope = json(z.object({ version: z.literal(version), userId: z.number(), value: z.unknown() }));
  const empty: OwnedValue<T> = { userId: null, value: initial };
  const store = createStore<OwnedValue<T>>()(
    persist(() => empty, {
      name: key,
      // oxlint-disable-next-line typescript/consistent-type-assertions -- zustand passes on what getItem returned
      merge: (stored) => (stored as OwnedValue<T> | undefined) ?? empty,
      storage: {
        getItem: (name) => {
          const text = storage.read(name);
          const found = readStored(envelope, text);
          const value = z.safeParse(schema, found?.value);
          if (found !== null && value.success)
            return { state: { userId: found.userId, value: value.data }, version: 0 };
          if (text !== null) storage.remove(name);
          return null;
        },
        setItem: (name, { state: { userId, value } }) => {
          if (Object.is(value, initial)) storage.remove(name);
          else storage.write(name, JSON.stringify({ version, userId, value: partialize(value) }));
        },
        removeItem: (name) => storage.remove(name),
      },
    }),
  );
  const rehydrate = () => void store.persist.rehydrate();
  storage.onReset(rehydrate);
  return {
    read: (userId) => {
      const owned = store.getState();
      if (owned.userId === userId) return owned.value;
      // Another user's value is removed as well.
      if (owned.userId !== null) storage.remove(key);
      return initial;
    },
    write: (userId, value) => store.setState({ userId, value }),
    subscribe: store.subscribe,
    rehydrate,
  };
}
