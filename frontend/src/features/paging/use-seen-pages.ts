import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import type { EscalationRead, PagedPersonRead, TimelineEntryRead } from '@/api/generated/types.gen';
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

/** Reports that the user has seen an urgent comment that has paged them, once `element` in it has been in sight for a moment. */
export function useSeenComment(
  { id, consultId }: Pick<TimelineEntryRead, 'id' | 'consultId'>,
  element: RefObject<HTMLElement | null>,
) {
  const isUnseen = useUnseenComments(consultId).includes(id);
  const { mutate, isIdle, isError } = useReportSeen(consultId);
  useInSight(element, isUnseen && (isIdle || isError), () => mutate({ commentIds: [id] }));
}

/** The urgent comments that have paged the user and that they have not seen, also after someone else has, the newest first. */
function useUnseenComments(consultId: string): readonly number[] {
  const userId = useMe().id;
  const { data: waiting } = useQuery({ ...pagesQuery(userId), enabled: false });
  const { data: all } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  const isUnseen = (person: PagedPersonRead) =>
    person.userId === userId && person.notPaged === null && person.seenAt === null;
  // Whoever has pressed a push has seen it, but it waits until they have the comment in sight.
  const isWaiting = ({ id }: EscalationRead) => waiting?.some((page) => page.id === id) === true;
  return (all ?? [])
    .filter((escalation) => isWaiting(escalation) || escalation.people.some(isUnseen))
    .flatMap(({ commentId }) => (commentId === null ? [] : [commentId]))
    .toSorted((a, b) => b - a);
}
