import type { DialogValues } from '@/service-lines/define';
import { createStore } from 'zustand/vanilla';
import { isSame } from '@/shared/lib/same';

/** `saving` includes unsaved changes that wait for the next save; `connecting` follows a failed save. */
export type SaveState = 'saved' | 'saving' | 'connecting';

/** `typing`: the user typed during the save, so the note stays open. */
export type Closing = 'closed' | 'failed' | 'typing';

/** Rejects if the server did not accept the draft. */
export type Save = (draft: DialogValues, releaseLock: boolean) => Promise<void>;

/** Keeps the server's copy of a form up to date, with at most one save in flight. */
export class Autosave {
  readonly state = createStore<SaveState>(() => 'saved');
  /** Returns the form's current values. */
  readonly read: () => DialogValues;
  private save: Save = () => Promise.reject(new Error('Autosave has no save function.'));
  private stored: DialogValues;
  private inFlight: Promise<boolean> | null = null;
  private failing = false;
  private stopped = false;

  constructor(stored: DialogValues, read: () => DialogValues) {
    this.stored = stored;
    this.read = read;
  }

  /** Sets the function that saves. */
  setSave(save: Save) {
    this.save = save;
  }

  /** Called when the user has typed something. */
  readonly onChange = () => this.publish();

  /** True once the note is closed, signed, or locked by someone else. */
  get ended(): boolean {
    return this.stopped;
  }

  get isDirty(): boolean {
    return !isSame(this.read(), this.stored);
  }

  /**
   * Saves if the form has changed and no save is in flight. After a failed save, the next call retries even if the form has been
   * changed back, because the failed save may have reached the server.
   */
  readonly tick = async (): Promise<void> => {
    if (this.stopped || this.inFlight !== null || !(this.isDirty || this.failing)) return;
    await this.send(false);
  };

  /**
   * Saves and releases the lock, and repeats this if the user typed during the save; with `unlessTyping`, the note stays open instead.
   * After a failure the next tick retries.
   */
  async close({ unlessTyping = false } = {}): Promise<Closing> {
    await this.inFlight;
    do {
      if (this.stopped || !(await this.send(true))) return 'failed';
      if (unlessTyping && this.isDirty) {
        void this.tick();
        return 'typing';
      }
    } while (this.isDirty);
    this.stopped = true;
    return 'closed';
  }

  /** Stops saving; resolves once no save is in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.inFlight;
  }

  resume() {
    this.stopped = false;
    this.publish();
  }

  private async send(releaseLock: boolean): Promise<boolean> {
    const draft = this.read();
    this.inFlight = this.save(draft, releaseLock).then(
      () => {
        this.stored = draft;
        return true;
      },
      () => false,
    );
    this.publish();
    this.failing = !(await this.inFlight);
    this.inFlight = null;
    this.publish();
    return !this.failing;
  }

  private publish() {
    if (this.failing) this.state.setState('connecting', true);
    else this.state.setState(this.inFlight !== null || this.isDirty ? 'saving' : 'saved', true);
  }
}
