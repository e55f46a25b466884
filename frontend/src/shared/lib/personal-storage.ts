const PREFIX = 'wardline.personal.';
const OWNER_KEY = 'wardline.personal-of';

/** What this tab keeps over a reload for the person who is signed in; it may hold patient data and is never anybody else's. */
export const personalStorage = {
  read: (key: string): string | null => sessionStorage.getItem(PREFIX + key),
  write: (key: string, text: string): void => sessionStorage.setItem(PREFIX + key, text),
  remove: (key: string): void => sessionStorage.removeItem(PREFIX + key),

  /** Says whose it is from here on; what another person left is removed. */
  belongTo(subject: string): void {
    if (sessionStorage.getItem(OWNER_KEY) !== subject) this.clear();
    sessionStorage.setItem(OWNER_KEY, subject);
  },

  clear(): void {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    sessionStorage.removeItem(OWNER_KEY);
  },
};
