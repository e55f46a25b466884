const PREFIX = 'wardline.personal.';
const OWNER_KEY = 'wardline.personal-of';
const EXPIRY_KEY = 'wardline.personal-until';

const storedKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

/** Where a `UserStore` stores its value. */
export interface TextStorage {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, text: string) => void;
  readonly remove: (key: string) => void;
  /** Calls back when everything in it may have changed at once. */
  readonly onReset: (listener: () => void) => () => void;
}

const listeners = new Set<() => void>();

/**
 * What this tab stores across a reload for the signed-in user, and for no one else. Anyone with the browser's tools can read it: patient
 * data belongs in `encryptedStorage`.
 */
export const userStorage = {
  /** The keys that start with `prefix`. */
  keys: (prefix: string): string[] =>
    storedKeys()
      .map((key) => key.slice(PREFIX.length))
      .filter((key) => key.startsWith(prefix)),

  read: (key: string): string | null => sessionStorage.getItem(PREFIX + key),
  write: (key: string, text: string): void => sessionStorage.setItem(PREFIX + key, text),
  remove: (key: string): void => sessionStorage.removeItem(PREFIX + key),

  onReset: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /** Makes this user the owner; another user's data is removed. */
  belongTo(subject: string): void {
    if (sessionStorage.getItem(OWNER_KEY) !== subject) this.clear();
    sessionStorage.setItem(OWNER_KEY, subject);
    sessionStorage.removeItem(EXPIRY_KEY);
  },

  /** Sets when everything expires (milliseconds since 1970) once no one is signed in; the earliest expiry wins. */
  expireAt(time: number): void {
    if (storedKeys().length > 0 && sessionStorage.getItem(EXPIRY_KEY) === null)
      sessionStorage.setItem(EXPIRY_KEY, `${time}`);
  },

  removeExpired(now: number): void {
    const expiry = sessionStorage.getItem(EXPIRY_KEY);
    if (expiry !== null && Number(expiry) <= now) this.clear();
  },

  clear(): void {
    for (const key of [...storedKeys(), EXPIRY_KEY, OWNER_KEY]) sessionStorage.removeItem(key);
    for (const listener of [...listeners]) listener();
  },
};
