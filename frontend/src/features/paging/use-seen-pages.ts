import { useQuery } from '@tanstack/react-query';

import type { PagedPersonRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useWhileVisible } from '@/shared/hooks/use-while-visible';

import { consultPagesQuery, pagesQuery, useReportSeen } from './queries';

/**
 * Reports that the user has the consult on the screen, if it has paged them, and also after someone else has opened an urgent comment
 * first; in a hidden tab, once it is visible.
 */
export function useSeenPages(consultId: string) {
  const userId = useMe().id;
  const { data: waiting } = useQuery({ ...pagesQuery(userId), enabled: false });
  const { data: all } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  const { mutate } = useReportSeen();
  const isUnseen = (person: PagedPersonRead) =>
    person.userId === userId && person.notPaged === null && person.seenAt === null;
  const unseen = all?.filter(({ kind, people }) => kind === 'urgentComment' && people.some(isUnseen));
  const ofConsult = waiting?.filter((page) => page.consultId === consultId);
  const ids = [...new Set([...(ofConsult ?? []), ...(unseen ?? [])].map(({ id }) => id))].toSorted((a, b) => a - b);
  useWhileVisible(ids.join(), () => {
    if (ids.length > 0) mutate(consultId);
  });
}
