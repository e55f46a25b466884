import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import type { EscalationRead, TimelineEntryRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useInSight } from '@/shared/hooks/use-in-sight';
import { useUserActs } from '@/shared/hooks/use-user-acts';
import { useWhileVisible } from '@/shared/hooks/use-while-visible';

import { consultPagesQuery, pagesQuery, useReportSeen } from './queries';

/**
 * Reports which pages about the consult the user has seen: those for which they opened it, once the tab is visible; and those that began
 * while it was open, once the user clicks, types or scrolls, because nobody may sit in front of it. It says nothing about urgent comments,
 * which may be out of sight (`useSeenComment`).
 */
export function useSeenPages(consultId: string) {
  const { data: waiting } = useQuery({ ...pagesQuery(useMe().id), enabled: false });
  const { mutate } = useReportSeen(consultId);
  const reported = useRef(new Set<number>());
  const [atOpening, setAtOpening] = useState<readonly number[] | null>(null);
  const ofConsult = waiting?.filter((page) => page.consultId === consultId && page.kind !== 'urgentComment') ?? [];
  const ids = ofConsult.map(({ id }) => id);
  if (atOpening === null && waiting !== undefined) setAtOpening(ids);
  const report = (seen: readonly number[]) => {
    const pageIds = seen.filter((id) => !reported.current.has(id));
    if (pageIds.length === 0) return;
    for (const id of pageIds) reported.current.add(id);
    // The next time that the user does something, it is reported again.
    mutate({ pageIds }, { onError: () => pageIds.forEach((id) => reported.current.delete(id)) });
  };
  useWhileVisible(atOpening?.join() ?? '', () => report(atOpening ?? []));
  useUserActs(ids.length > 0, () => report(ids));
}

/** How the user came to see a comment. */
export interface Arrival {
  /** When its consult was opened: milliseconds since 1970 by the server's clock. */
  openedAt: number;
  /** Whether the user was led to it. */
  isTarget: boolean;
}

/**
 * Reports that the user has seen an urgent comment that has paged them, once `element` in it has been in sight for a moment. If it paged
 * them while its consult was open, that counts only after they click, type or scroll, because nobody may sit in front of it. Returns
 * whether it is the newest that they have not seen.
 */
export function useSeenComment(
  { id, consultId }: Pick<TimelineEntryRead, 'id' | 'consultId'>,
  element: RefObject<HTMLElement | null>,
  { openedAt, isTarget }: Arrival,
): boolean {
  const unseen = useUnseenComments(consultId);
  const comment = unseen.find(({ commentId }) => commentId === id);
  const { mutate, isIdle, isError } = useReportSeen(consultId);
  const [hasActed, setActed] = useState(false);
  const isWanted = comment !== undefined && (isIdle || isError);
  const isAttended = isTarget || hasActed || (comment !== undefined && comment.pagedAt <= openedAt);
  useUserActs(isWanted && !isAttended, () => setActed(true));
  useInSight(element, isWanted && isAttended, () => mutate({ commentIds: [id] }));
  return comment !== undefined && comment === unseen[0];
}

/** The urgent comments that have paged the user and that they have not seen, also after someone else has, the newest first. */
function useUnseenComments(consultId: string) {
  const userId = useMe().id;
  const { data: waiting } = useQuery({ ...pagesQuery(userId), enabled: false });
  const { data: all } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  // Whoever has pressed a push has seen it, but it waits until they have the comment in sight.
  const isWaiting = ({ id }: EscalationRead) => waiting?.some((page) => page.id === id) === true;
  return (all ?? [])
    .flatMap((escalation) => {
      const { commentId, people } = escalation;
      const paged = people.find((person) => person.userId === userId && person.notPaged === null);
      const isUnseen = paged !== undefined && (paged.seenAt === null || isWaiting(escalation));
      return commentId === null || !isUnseen ? [] : [{ commentId, pagedAt: Date.parse(paged.firstAt) }];
    })
    .toSorted((a, b) => b.commentId - a.commentId);
}
