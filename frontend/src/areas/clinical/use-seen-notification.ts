import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { EscalationRead } from '@/api/generated/types.gen';
import { notificationsQuery, useDismiss, versionOf } from '@/features/notifications/queries';
import { consultPagesQuery } from '@/features/paging/queries';
import { useMe } from '@/session/me';

/** Dismisses the notification of the consult's urgent comments once the user has seen them all, however they were led to them. */
export function useSeenNotification(consultId: string) {
  const { id } = useMe();
  const { data: pages } = useQuery({ ...consultPagesQuery(consultId), enabled: false });
  const { data: notifications } = useQuery({ ...notificationsQuery(id), enabled: false });
  const { mutate: dismiss } = useDismiss();
  const ofComments = notifications?.find(
    ({ kind, details }) => kind === 'UrgentComment' && details.consultId === consultId,
  );
  const seen = ofComments !== undefined && hasSeenAll(pages ?? [], id, ofComments.createdAt) ? ofComments : undefined;
  const dismissSeen = useEffectEvent(() => {
    if (seen !== undefined) dismiss(seen);
  });
  const version = seen && versionOf(seen);
  useEffect(() => dismissSeen(), [version]);
}

/** Whether there are any that paged the user since then. */
function hasSeenAll(pages: readonly EscalationRead[], userId: number, since: string): boolean {
  const ofUser = pages.flatMap(({ kind, startedAt, people }) =>
    kind === 'urgentComment' && Date.parse(startedAt) >= Date.parse(since)
      ? people.filter((person) => person.userId === userId && person.notPaged === null)
      : [],
  );
  return ofUser.length > 0 && ofUser.every(({ seenAt }) => seenAt !== null);
}
