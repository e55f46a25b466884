const PREFIX = 'wardline.personal.';
const OWNER_KEY = 'wardline.personal-of';
const LIMIT_KEY = 'wardline.personal-until';

const keys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

/**
 * What this tab keeps over a reload for the person who is signed in; it is never anybody else's. Whoever opens the browser's tools can read
 * it, so that what says anything of a patient goes to `sealedStorage`.
 */
export const personalStorage = {
  /** It changes only where it is written. */
  epoch: 0,

  /** Of those that begin with this. */
  keys: (beginning: string): string[] =>
    keys()
      .map((key) => key.slice(PREFIX.length))
      .filter((key) => key.startsWith(beginning)),

  read: (key: string): string | null => sessionStorage.getItem(PREFIX + key),
  write: (key: string, text: string): void => sessionStorage.setItem(PREFIX + key, text),
  remove: (key: string): void => sessionStorage.removeItem(PREFIX + key),

  /** Says whose it is from here on; what another person left is removed. */
  belongTo(subject: string): void {
    if (sessionStorage.getItem(OWNER_KEY) !== subject) this.clear();
    sessionStorage.setItem(OWNER_KEY, subject);
    sessionStorage.removeItem(LIMIT_KEY);
  },

  /** Keeps it for as long (milliseconds since 1970) when nobody is signed in any longer; the earliest limit counts. */
  keepUntil(time: number): void {
    if (keys().length > 0 && sessionStorage.getItem(LIMIT_KEY) === null) sessionStorage.setItem(LIMIT_KEY, `${time}`);
  },

  /** Removes all of it once its time is over. */
  forgetOld(now: number): void {
    const limit = sessionStorage.getItem(LIMIT_KEY);
    if (limit !== null && Number(limit) <= now) this.clear();
  },

  clear(): void {
    for (const key of [...keys(), LIMIT_KEY, OWNER_KEY]) sessionStorage.removeItem(key);
  },
};
