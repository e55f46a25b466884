import { createStore } from 'zustand/vanilla';

/** New consults by their ids. */
export interface Arrivals {
  /** Arrived since the user last looked and not acknowledged since: the number in the window's title. */
  readonly unseen: ReadonlySet<string>;
  /** Arrived while the list was there and neither opened nor acknowledged since: marked as new in the list. */
  readonly fresh: ReadonlySet<string>;
}

const none: Arrivals = { unseen: new Set(), fresh: new Set() };

export const arrivals = createStore(() => none);

type Listener = (ids: readonly string[]) => void;

const listeners = new Set<Listener>();

/** What the user was told of, opened or needs not be told of any longer; it is never news again. */
const known = new Set<string>();

/** Calls back for each arrival, at once. */
export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isLooking(): boolean {
  return !document.hidden && document.hasFocus();
}

/** Notes new consults that concern the user; those known already are no news. */
export function arrive(ids: readonly string[]) {
  const { unseen, fresh } = arrivals.getState();
  const news = ids.filter((id) => !known.has(id));
  if (news.length === 0) return;
  for (const id of news) known.add(id);
  arrivals.setState(
    { unseen: isLooking() ? unseen : new Set([...unseen, ...news]), fresh: new Set([...fresh, ...news]) },
    true,
  );
  for (const listener of [...listeners]) listener(news);
}

/** The consult was acknowledged, closed or opened: it is not new any longer. */
export function settle(id: string) {
  known.add(id);
  const { unseen, fresh } = arrivals.getState();
  if (unseen.has(id) || fresh.has(id))
    arrivals.setState({ unseen: without(unseen, id), fresh: without(fresh, id) }, true);
}

/** The user looks at the window again. */
export function look() {
  const { unseen, fresh } = arrivals.getState();
  if (unseen.size > 0) arrivals.setState({ unseen: none.unseen, fresh }, true);
}

/** For another user at the same computer. */
export function forgetArrivals() {
  known.clear();
  arrivals.setState(none, true);
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}
