import { createStore } from 'zustand/vanilla';

/** The pages that the user has seen in this tab, by their ids. */
export const seenHere = createStore<ReadonlySet<number>>(() => new Set());

export function addSeenHere(ids: readonly number[]) {
  if (ids.length > 0) seenHere.setState(new Set([...seenHere.getState(), ...ids]), true);
}
