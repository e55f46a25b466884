import { type TextStorage, userStorage } from './user-storage';

/** Encrypts text for one user; `name` identifies it, is not secret, and cannot be changed without the key. */
export interface Cipher {
  readonly encrypt: (name: string, text: string) => Promise<string>;
  /** Null if another user encrypted it, or if it was tampered with. */
  readonly decrypt: (name: string, encrypted: string) => Promise<string | null>;
}

const PREFIX = 'sealed.';

/**
 * What this tab stores about its user's patients across a reload: in memory while they are signed in, and in the browser's storage only
 * encrypted. Nothing is stored until the key arrives, and nothing stored can be read without it.
 */
class EncryptedStorage implements TextStorage {
  private readonly texts = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private cipher: Cipher | null = null;

  /** True while this tab may hold something that needs the key to be read, as after a reload. */
  get isLocked(): boolean {
    return this.cipher === null && userStorage.keys(PREFIX).length > 0;
  }

  /** True while something is in memory only. */
  get hasUnstored(): boolean {
    return this.cipher === null && this.texts.size > 0;
  }

  readonly read = (key: string): string | null => this.texts.get(key) ?? null;

  readonly write = (key: string, text: string) => {
    this.texts.set(key, text);
    void this.store(key, text);
  };

  readonly remove = (key: string) => {
    this.texts.delete(key);
    userStorage.remove(PREFIX + key);
  };

  readonly onReset = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Reads what the user stored here earlier, and stores what was written since. */
  async unlock(cipher: Cipher) {
    const { generation } = this;
    const found = await Promise.all(
      userStorage.keys(PREFIX).map(async (name) => {
        const encrypted = userStorage.read(name);
        return { name, encrypted, text: encrypted === null ? null : await cipher.decrypt(name, encrypted) };
      }),
    );
    if (this.generation !== generation) return;
    this.cipher = cipher;
    for (const { name, encrypted, text } of found) {
      const key = name.slice(PREFIX.length);
      if (this.texts.has(key) || userStorage.read(name) !== encrypted) continue;
      if (text === null) userStorage.remove(name);
      else this.texts.set(key, text);
    }
    this.reset();
    await Promise.all([...this.texts].map(([key, text]) => this.store(key, text)));
  }

  /** Clears the key and the memory; stored data stays encrypted. */
  lock() {
    this.cipher = null;
    this.texts.clear();
    this.reset();
  }

  /** Counts the resets, so that an outdated `unlock` stops. */
  private generation = 0;

  private reset() {
    this.generation += 1;
    for (const listener of [...this.listeners]) listener();
  }

  private async store(key: string, text: string) {
    const { cipher } = this;
    if (cipher === null) return;
    const encrypted = await cipher.encrypt(PREFIX + key, text);
    // By now, a newer text may have been written, or the user may have signed out.
    if (this.cipher === cipher && this.texts.get(key) === text) userStorage.write(PREFIX + key, encrypted);
  }
}

export const encryptedStorage = new EncryptedStorage();
