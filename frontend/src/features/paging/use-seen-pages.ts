import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import type { EscalationRead, PagedPersonRead, TimelineEntryRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useInSight } from '@/shared/hooks/use-in-sight';
import { useWhileVisible } from '@/shared/hooks/use-while-visible';

import { consultPagesQuery, pagesQuery, useReportSeen } from './queries';

/**
 * Reports that the user has the consult on the screen, if it has paged them; in a hidden tab, once it is visible. It says nothing about
 * urgent comments, which may be out of sight (`useSeenComment`).
 */
export function useSeenPages(consultId: string) {
  const { data: waiting } = useQuery({ ...pagesQuery(useMe().id), enabled: false });
  const { mutate } = useReportSeen(consultId);
  const ofConsult = waiting?.filter((page) => page.consultId === consultId && page.kind !== 'urgentComment') ?? [];
  const ids = ofConsult.map(({ id }) => id).toSorted((a, b) => a - b);
  useWhileVisible(ids.join(), () => {
    if (ids.length > 0) mutate([]);
  });
}

/** Reports that the user has seen an urgent comment that has paged them, once `element` in it has been in sight for a moment. */
export function useSeenComment(
  { id, consultId }: Pick<TimelineEntryRead, 'id' | 'consultId'>,
  element: RefObject<HTMLElement | null>,
) {
  const isUnseen = useUnseenComments(consultId).includes(id);
  const { mutate, isIdle, isError } = useReportSeen(consultId);
  useInSight(element, isUnseen && (isIdle || isError), () => mutate([id]));
}

/** The urgent comments that have paged the user and that they have not seen, also after someone else has, the newest first. */
export function useUnseenComments(consultId: string): readonly number[] {
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
