import type { AuditRemoval, ListedEntryRead } from '@/api/generated/types.gen';

export interface EntryBelowRemovals {
  entry: ListedEntryRead;
  /** What was removed of the time between this entry and the one above it. */
  removals: readonly AuditRemoval[];
}

export interface PlacedRemovals {
  rows: readonly EntryBelowRemovals[];
  /** What was removed of the time before the oldest entry. */
  last: readonly AuditRemoval[];
}

/**
 * Where a list, newest first, lacks what retention has removed. What was removed above its first entry is not said, because a filter
 * may leave out that time; below its last one, only once everything is listed.
 */
export function placeRemovals(
  entries: readonly ListedEntryRead[],
  removals: readonly AuditRemoval[],
  hasMore: boolean,
): PlacedRemovals {
  const between = (above: number, below: number) =>
    removals.filter(({ lastEntryId }) => lastEntryId < above && lastEntryId > below);
  const rows = entries.map((entry, index) => {
    const above = entries[index - 1];
    return { entry, removals: above === undefined ? [] : between(above.id, entry.id) };
  });
  const oldest = entries.at(-1);
  return { rows, last: oldest === undefined || hasMore ? [] : between(oldest.id, 0) };
}
