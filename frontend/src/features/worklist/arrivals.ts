import { createStore } from 'zustand/vanilla';

/** New consults by their ids, and new transfers by their `transferArrival`. */
export interface Arrivals {
  /** Arrived since the window was last focused and not yet acknowledged: the count in the window's title. */
  readonly unseen: ReadonlySet<string>;
  /** Arrived while the list was open and neither opened nor acknowledged since: marked as new in the list. */
  readonly fresh: ReadonlySet<string>;
}

const none: Arrivals = { unseen: new Set(), fresh: new Set() };

export const arrivals = createStore(() => none);

/** `silent`: the user is told of them later, or not at all. */
interface Arrival {
  readonly silent: boolean;
}

type Listener = (arrival: Arrival) => void;

const listeners = new Set<Listener>();

/** Consults and transfers that were announced, opened or settled; they are never announced again. */
const known = new Set<string>();

/** Calls the listener immediately for each arrival. Returns a function that unsubscribes. */
export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isFocused(): boolean {
  return !document.hidden && document.hasFocus();
}

/** Identifies the new transfer of a consult, which is news even if the consult is not. */
export function transferArrival(consultId: string): string {
  return `transfer/${consultId}`;
}

/** Records new consults and transfers that concern the user; known ones are ignored. */
export function arrive(ids: readonly string[], arrival: Arrival = { silent: false }) {
  const { unseen, fresh } = arrivals.getState();
  const news = ids.filter((id) => !known.has(id));
  if (news.length === 0) return;
  for (const id of news) known.add(id);
  arrivals.setState(
    { unseen: isFocused() ? unseen : new Set([...unseen, ...news]), fresh: new Set([...fresh, ...news]) },
    true,
  );
  for (const listener of [...listeners]) listener(arrival);
}

/** The consult or transfer was acknowledged, closed or opened, so it is no longer new. */
export function settle(id: string) {
  known.add(id);
  const { unseen, fresh } = arrivals.getState();
  if (unseen.has(id) || fresh.has(id))
    arrivals.setState({ unseen: without(unseen, id), fresh: without(fresh, id) }, true);
}

/** The window has focus again. */
export function markSeen() {
  const { unseen, fresh } = arrivals.getState();
  if (unseen.size > 0) arrivals.setState({ unseen: none.unseen, fresh }, true);
}

/** Resets the state for another user of the same computer. */
export function forgetArrivals() {
  known.clear();
  arrivals.setState(none, true);
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}
