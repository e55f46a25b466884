import { personalStorage } from './personal-storage';

interface KeptText {
  readonly epoch: number;
  readonly read: (key: string) => string | null;
  readonly write: (key: string, text: string) => void;
  readonly remove: (key: string) => void;
}

export interface PersonalStoreOptions<T> {
  /** Where the tab keeps it; the name holds nothing of a patient. */
  readonly key: string;
  /** `sealedStorage` for what says anything of a patient. */
  readonly storage?: KeptText;
  /** Counted up when the shape changes; what another version kept is dropped. */
  readonly version: number;
  /** What stands while nothing was chosen; to write it is to keep nothing. */
  readonly initial: T;
  /** Reads what was kept; null, or an error, for what is not of this shape. */
  readonly parse: (found: unknown) => T | null;
  /** What of it may be kept over a reload; all of it when left out. */
  readonly keep?: (value: T) => unknown;
}

/** State of one person at this tab: it outlives a reload until they sign out, and is nobody else's. */
export class PersonalStore<T> {
  private readonly options: PersonalStoreOptions<T>;
  private readonly storage: KeptText;
  private memory: { readonly userId: number; readonly epoch: number; readonly value: T } | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(options: PersonalStoreOptions<T>) {
    this.options = options;
    this.storage = options.storage ?? personalStorage;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  read(userId: number): T {
    const { epoch } = this.storage;
    if (this.memory?.userId !== userId || this.memory.epoch !== epoch)
      this.memory = { userId, epoch, value: this.load(userId) };
    return this.memory.value;
  }

  write(userId: number, value: T) {
    const { key, version, initial, keep = (whole: T) => whole } = this.options;
    if (value === initial) this.storage.remove(key);
    else this.storage.write(key, JSON.stringify({ version, userId, value: keep(value) }));
    this.memory = { userId, epoch: this.storage.epoch, value };
    for (const listener of [...this.listeners]) listener();
  }

  /** Forgets what is in memory, as a reload does; for tests. */
  forget() {
    this.memory = null;
  }

  /** What this user left in this tab; anybody else's, and what cannot be read, is removed. */
  private load(userId: number): T {
    const { key, version, initial, parse } = this.options;
    const kept = this.storage.read(key);
    if (kept === null) return initial;
    try {
      const found: unknown = JSON.parse(kept);
      if (isKept(found) && found.version === version && found.userId === userId) {
        const value = parse(found.value);
        if (value !== null) return value;
      }
    } catch {
      // What cannot be read is worth nothing to anybody.
    }
    this.storage.remove(key);
    return initial;
  }
}

interface Kept {
  readonly version?: unknown;
  readonly userId?: unknown;
  readonly value?: unknown;
}

function isKept(found: unknown): found is Kept {
  return typeof found === 'object' && found !== null;
}
