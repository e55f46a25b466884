import { personalStorage } from './personal-storage';

/** Makes text unreadable to everybody but one person, and readable again to them; `name` says what it is and is no secret. */
export interface Seal {
  readonly close: (name: string, text: string) => Promise<string>;
  /** Null for what somebody else sealed, or what was changed by hand. */
  readonly open: (name: string, sealed: string) => Promise<string | null>;
}

const PREFIX = 'sealed.';

/**
 * What this tab keeps over a reload of its user's patients. It stands in memory while they are signed in, and in the storage only sealed:
 * until there is a seal nothing is stored, and without one nothing that is stored can be read.
 */
class SealedStorage {
  /** Counts how often what is to be read here has become something else at once. */
  epoch = 0;

  private readonly known = new Map<string, string>();
  private seal: Seal | null = null;

  /** True while this tab may hold something that is to be read first, as after a reload. */
  get isClosed(): boolean {
    return this.seal === null && personalStorage.keys(PREFIX).length > 0;
  }

  /** True while something is in memory only. */
  get isWaiting(): boolean {
    return this.seal === null && this.known.size > 0;
  }

  read(key: string): string | null {
    return this.known.get(key) ?? null;
  }

  write(key: string, text: string) {
    this.known.set(key, text);
    void this.store(key, text);
  }

  remove(key: string) {
    this.known.delete(key);
    personalStorage.remove(PREFIX + key);
  }

  /** Reads what its user left here before, and stores what they have left here since. */
  async openWith(seal: Seal) {
    const { epoch } = this;
    const found = await Promise.all(
      personalStorage.keys(PREFIX).map(async (name) => {
        const sealed = personalStorage.read(name);
        return { name, sealed, text: sealed === null ? null : await seal.open(name, sealed) };
      }),
    );
    if (this.epoch !== epoch) return;
    this.seal = seal;
    for (const { name, sealed, text } of found) {
      const key = name.slice(PREFIX.length);
      if (this.known.has(key) || personalStorage.read(name) !== sealed) continue;
      if (text === null) personalStorage.remove(name);
      else this.known.set(key, text);
    }
    this.epoch += 1;
    await Promise.all([...this.known].map(([key, text]) => this.store(key, text)));
  }

  /** Forgets what is in memory; what is stored stays sealed. */
  close() {
    this.seal = null;
    this.known.clear();
    this.epoch += 1;
  }

  private async store(key: string, text: string) {
    const { seal } = this;
    if (seal === null) return;
    const sealed = await seal.close(PREFIX + key, text);
    // Meanwhile something newer may have taken its place, or nobody be signed in any longer.
    if (this.seal === seal && this.known.get(key) === text) personalStorage.write(PREFIX + key, sealed);
  }
}

export const sealedStorage = new SealedStorage();
