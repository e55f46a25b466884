import { ExternalStore } from './external-store';

/** What was typed in one place: the values of its fields under a key that names the place again after signing in anew. */
export interface TypedInput {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface UnsavedInput {
  /** Paths to which one may go without being asked, because the input is there again on return. */
  readonly mayLeaveTo?: (pathname: string) => boolean;
  /** Called when its author goes on to where it is lost, before the page does. */
  readonly onDrop?: () => void;
  /** What to keep for its author over a sign-out; without it nothing is kept. */
  readonly typed?: () => readonly TypedInput[];
}

const registered = new ExternalStore<ReadonlyMap<symbol, UnsavedInput>>(new Map());

/** True while all of it is locked away for its author, so that leaving for the sign-in page loses nothing. */
let safe = false;

/** Notes that something typed is not saved yet; the answer takes the note away. */
export function registerUnsavedInput(input: UnsavedInput = {}): () => void {
  const key = Symbol('unsaved input');
  registered.set(new Map(registered.get()).set(key, input));
  return () => {
    const rest = new Map(registered.get());
    rest.delete(key);
    registered.set(rest);
  };
}

export function hasUnsavedInput(): boolean {
  return registered.get().size > 0;
}

/** Forgets all of it, after the user said that it may be lost. */
export function discardUnsavedInput() {
  registered.set(new Map());
}

export function wouldLoseInput(nextPathname: string): boolean {
  return lostOnTheWayTo(nextPathname).length > 0;
}

/** Drops what would be lost on the way to this path, after the user said that it may be. */
export function dropInput(nextPathname: string) {
  for (const { onDrop } of lostOnTheWayTo(nextPathname)) onDrop?.();
}

function lostOnTheWayTo(pathname: string): readonly UnsavedInput[] {
  return [...registered.get().values()].filter(({ mayLeaveTo }) => mayLeaveTo?.(pathname) !== true);
}

/** True when closing or leaving the window would lose something. */
export function wouldLoseInputWithWindow(): boolean {
  return hasUnsavedInput() && !safe;
}

/** Says whether all of it is locked away for now. */
export function markInputSafe(isSafe: boolean) {
  safe = isSafe;
}

/** Whether some of it may be kept for its author over a sign-out, and whether some may not. */
export function fateOfInput(): { readonly kept: boolean; readonly lost: boolean } {
  const inputs = [...registered.get().values()];
  return {
    kept: inputs.some(({ typed }) => typed !== undefined),
    lost: inputs.some(({ typed }) => typed === undefined),
  };
}

/** Everything typed that may be kept for its author over a sign-out. */
export function typedInput(): readonly TypedInput[] {
  return [...registered.get().values()].flatMap(({ typed }) => typed?.() ?? []);
}

/** Calls back once, as soon as nothing typed is at risk. */
export function whenNothingIsUnsaved(callback: () => void) {
  if (!hasUnsavedInput()) {
    callback();
    return;
  }
  const stop = registered.subscribe(() => {
    if (hasUnsavedInput()) return;
    stop();
    callback();
  });
}
