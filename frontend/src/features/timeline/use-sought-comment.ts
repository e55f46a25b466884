import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { keepInSight } from '@/shared/lib/keep-in-sight';
import { whenUncovered } from '@/shared/lib/when-uncovered';

/** The comment that somebody was led here to see. */
export interface Sought {
  /** As of when they were notified of it. */
  since: string;
  /** Called once it is on the screen. */
  onSeen: () => void;
}

export interface SoughtComment {
  /** Of the entry that was sought, also after it was seen. */
  id: number | null;
  ref: RefCallback<HTMLElement>;
}

/** Brings the comment that is sought to the eye and the focus to it, as soon as it has been fetched and no dialog lies over it. */
export function useSoughtComment(
  entries: readonly TimelineEntryRead[] | undefined,
  sought: Sought | undefined,
): SoughtComment {
  const [seen, setSeen] = useState<number | null>(null);
  const element = useRef<HTMLElement>(null);
  const wanted = sought === undefined ? undefined : firstCommentSince(entries ?? [], sought.since)?.id;
  const show = useEffectEvent((id: number) => {
    setSeen(id);
    if (element.current !== null) keepInSight(element.current);
    element.current?.focus({ preventScroll: true });
    sought?.onSeen();
  });
  useEffect(() => (wanted === undefined ? undefined : whenUncovered(() => show(wanted))), [wanted]);
  return {
    id: wanted ?? seen,
    ref: (entry) => {
      element.current = entry;
    },
  };
}

/** A notification is stored before its comment is written down, and one consult takes one comment at a time. */
function firstCommentSince(entries: readonly TimelineEntryRead[], since: string) {
  return entries.findLast(
    ({ taskType, createdAt }) => taskType === 'update' && Date.parse(createdAt) >= Date.parse(since),
  );
}
