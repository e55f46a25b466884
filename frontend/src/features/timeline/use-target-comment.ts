import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { keepInView } from '@/shared/lib/keep-in-view';
import { whenUncovered } from '@/shared/lib/when-uncovered';

/** The comment that the user was led to: its id, or when they were notified about it. */
export interface TargetComment {
  which: { id: number } | { since: string };
  /** Called once the comment is visible. */
  onSeen: () => void;
}

export interface TargetEntry {
  /** The id of the target entry, even after it was seen. */
  id: number | null;
  ref: RefCallback<HTMLElement>;
}

/** Scrolls to the target comment and focuses it, once it is loaded and no dialog covers it. */
export function useTargetComment(
  entries: readonly TimelineEntryRead[] | undefined,
  target: TargetComment | undefined,
): TargetEntry {
  const [seen, setSeen] = useState<number | null>(null);
  const element = useRef<HTMLElement>(null);
  const wanted = target === undefined ? undefined : commentOf(entries ?? [], target)?.id;
  const show = useEffectEvent((id: number) => {
    setSeen(id);
    if (element.current !== null) keepInView(element.current);
    element.current?.focus({ preventScroll: true });
    target?.onSeen();
  });
  useEffect(() => (wanted === undefined ? undefined : whenUncovered(() => show(wanted))), [wanted]);
  return {
    id: wanted ?? seen,
    ref: (entry) => {
      element.current = entry;
    },
  };
}

function commentOf(entries: readonly TimelineEntryRead[], { which }: TargetComment) {
  if ('since' in which) return firstCommentSince(entries, which.since);
  return entries.find(({ id }) => id === which.id);
}

/** The notification is stored before its comment, and a consult accepts one comment at a time, so this is the first one since. */
function firstCommentSince(entries: readonly TimelineEntryRead[], since: string) {
  return entries.findLast(
    ({ taskType, kind, createdAt }) =>
      taskType === 'update' && kind === null && Date.parse(createdAt) >= Date.parse(since),
  );
}
