import type { DialogValues } from '@/service-lines/define';
import { createStore } from 'zustand/vanilla';
import { isSame } from '@/shared/lib/same';

/** `saving` also while something typed waits for the next save; `connecting` after a save that failed. */
export type SaveState = 'saved' | 'saving' | 'connecting';

/** `typing`: something was typed while it closed, by somebody who writes on. */
export type Closing = 'closed' | 'failed' | 'typing';

/** Rejects where the server did not take it. */
export type Save = (draft: DialogValues, releaseLock: boolean) => Promise<void>;

/** Keeps the server's copy of a form equal to the form, with one save under way at most. */
export class Autosave {
  readonly state = createStore<SaveState>(() => 'saved');
  /** The form as it stands. */
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

  /** Closed, signed, or somebody else's to write. */
  get ended(): boolean {
    return this.halted;
  }

  get differs(): boolean {
    return !isSame(this.read(), this.stored);
  }

  /**
   * Saves where the form differs and nothing is under way. A save that failed is tried again by the next call whatever stands there by
   * then, for it may have arrived.
   */
  readonly tick = async (): Promise<void> => {
    if (this.halted || this.flight !== null || !(this.differs || this.failing)) return;
    await this.send(false);
  };

  /**
   * Saves what there is and gives the lock back, and so on until nothing was typed meanwhile; with `unlessTyping` it stays open then.
   * After a failure the next tick goes on.
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

  /** No save begins any longer, and none is under way once this is done. */
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
