import type { DialogValues } from '@/service-lines/define';
import { createStore } from 'zustand/vanilla';
import { isSame } from '@/shared/lib/same';

/** `saving` also while something typed waits for the next save; `connecting` after a save that failed. */
export type SaveState = 'saved' | 'saving' | 'connecting';

/** `typing`: something was typed while it closed, so it stays open. */
export type Closing = 'closed' | 'failed' | 'typing';

/** Rejects where the server did not take it. */
export type Save = (draft: DialogValues, releaseLock: boolean) => Promise<void>;

/** Keeps the server's copy of a form equal to the form, with one save under way at most. */
export class Autosave {
  readonly state = createStore<SaveState>(() => 'saved');
  /** The form's present values. */
  readonly read: () => DialogValues;
  private save: Save = () => Promise.reject(new Error('Nobody saves.'));
  private stored: DialogValues;
  private flight: Promise<boolean> | null = null;
  private failing = false;
  private halted = false;

  constructor(stored: DialogValues, read: () => DialogValues) {
    this.stored = stored;
    this.read = read;
  }

  /** Says how to save from here on. */
  saveBy(save: Save) {
    this.save = save;
  }

  /** Something was typed. */
  readonly noteChange = () => this.tell();

  /** Closed, signed, or locked by someone else. */
  get ended(): boolean {
    return this.halted;
  }

  get differs(): boolean {
    return !isSame(this.read(), this.stored);
  }

  /**
   * Saves if the form differs and no save is running. A save that failed is retried by the next call, whatever the form holds by
   * then, for it may have arrived.
   */
  readonly tick = async (): Promise<void> => {
    if (this.halted || this.flight !== null || !(this.differs || this.failing)) return;
    await this.send(false);
  };

  /**
   * Saves and releases the lock, and repeats until nothing was typed in the meantime; with `unlessTyping` it stays open instead.
   * After a failure the next tick retries.
   */
  async close({ unlessTyping = false } = {}): Promise<Closing> {
    await this.flight;
    do {
      if (this.halted || !(await this.send(true))) return 'failed';
      if (unlessTyping && this.differs) {
        void this.tick();
        return 'typing';
      }
    } while (this.differs);
    this.halted = true;
    return 'closed';
  }

  /** Starts no more saves; resolves when none is running. */
  async halt(): Promise<void> {
    this.halted = true;
    await this.flight;
  }

  resume() {
    this.halted = false;
    this.tell();
  }

  private async send(releaseLock: boolean): Promise<boolean> {
    const draft = this.read();
    this.flight = this.save(draft, releaseLock).then(
      () => {
        this.stored = draft;
        return true;
      },
      () => false,
    );
    this.tell();
    this.failing = !(await this.flight);
    this.flight = null;
    this.tell();
    return !this.failing;
  }

  private tell() {
    if (this.failing) this.state.setState('connecting', true);
    else this.state.setState(this.flight !== null || this.differs ? 'saving' : 'saved', true);
  }
}
