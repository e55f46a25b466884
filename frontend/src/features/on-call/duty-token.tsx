import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { lockedDuty } from '@/session/locked-duty';
import type { Me } from '@/session/me';
import { session } from '@/session/state';

import { dutyTokenQuery } from './queries';

/** Prepares this tab for being locked while its user is on call: there may be no network when it happens. */
export function DutyToken({ me, reachable }: { me: Me; reachable: boolean | null }) {
  const isOnCall = me.checkedInLineIds.length > 0;
  const { data } = useQuery({ ...dutyTokenQuery(me.id), enabled: isOnCall });
  const token = data?.token;
  useEffect(() => {
    const subject = session.getState()?.profile.sub;
    if (!isOnCall) lockedDuty.remove();
    else if (token !== undefined && subject !== undefined)
      lockedDuty.write({ subject, userId: me.id, token, reachable });
  }, [isOnCall, token, me.id, reachable]);
  return null;
}
