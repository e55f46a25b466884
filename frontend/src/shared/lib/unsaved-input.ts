import { ExternalStore } from './external-store';

interface Registration {
  /** Paths to which one may go without being asked, because the input is kept for the return. */
  readonly mayLeaveTo: (pathname: string) => boolean;
}

const registered = new ExternalStore<ReadonlyMap<symbol, Registration>>(new Map());

/** Notes that something typed is not saved yet; the answer takes the note away. */
export function registerUnsavedInput(mayLeaveTo: (pathname: string) => boolean = () => false): () => void {
  const key = Symbol('unsaved input');
  registered.set(new Map(registered.get()).set(key, { mayLeaveTo }));
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
  return [...registered.get().values()].some((registration) => !registration.mayLeaveTo(nextPathname));
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
