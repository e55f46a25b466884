import type { TypedInput } from './unsaved-input';

export interface KeptInput extends TypedInput {
  /** Milliseconds since 1970 from which on it is nobody's any longer. */
  readonly until: number;
  /** Called once it is back where it was typed. */
  readonly onReturned: () => void;
}

const kept = new Map<string, KeptInput>();

/** Offers what a person had typed before they were signed out; of two for one place the later one counts. */
export function offerKeptInput(input: KeptInput) {
  const known = kept.get(input.key);
  if (known !== undefined && known.until > input.until) {
    input.onReturned();
    return;
  }
  known?.onReturned();
  kept.set(input.key, input);
}

/** What is to be brought back to this place; null for nothing. */
export function keptInput(key: string): TypedInput['values'] | null {
  const found = kept.get(key);
  return found !== undefined && found.until > Date.now() ? found.values : null;
}

/** Notes that it is back where it was typed, from where it goes the way of everything typed. */
export function settleKeptInput(key: string) {
  kept.get(key)?.onReturned();
  kept.delete(key);
}

/** Forgets what was not brought back. */
export function forgetKeptInput() {
  kept.clear();
}
