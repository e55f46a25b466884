import { createStore } from 'zustand/vanilla';

import { sharerOf } from './in-call-view';
import type { OtherAttendee } from './media-link';

/** One picture in the call: a person, or what they share. */
export interface Tile {
  readonly id: string;
  readonly other: OtherAttendee;
  readonly isShared: boolean;
}

/** What the user wants to see large, and what was shared then. */
interface Choice {
  readonly id: string;
  readonly shared: string | null;
}

/** Null if the user leaves it to the call. */
export const spotlight = createStore<Choice | null>(() => null);

interface Arrangement {
  /** All pictures, what is shared first. */
  readonly tiles: readonly Tile[];
  /** The tile that is large; null if all are of one size. */
  readonly large: string | null;
  /** The tile of what is shared; null if nothing is. */
  readonly shared: string | null;
}

/** What is shared is large, unless the user has chosen something else since it began. */
export function arrange(others: readonly OtherAttendee[], choice: Choice | null): Arrangement {
  const sharer = sharerOf(others);
  const people = others.map((other) => ({ id: other.attendee.attendeeId, other, isShared: false }));
  if (sharer === null) {
    const chosen = choice?.shared === null ? people.find(({ id }) => id === choice.id) : undefined;
    return { tiles: people, large: people.length < 2 ? null : (chosen?.id ?? null), shared: null };
  }
  // Another turn is another tile.
  const shared = `${sharer.attendee.attendeeId}:${sharer.media.screen}`;
  const tiles = [{ id: shared, other: sharer, isShared: true }, ...people];
  const chosen = choice?.shared === shared ? tiles.find(({ id }) => id === choice.id) : undefined;
  return { tiles, large: chosen?.id ?? shared, shared };
}
