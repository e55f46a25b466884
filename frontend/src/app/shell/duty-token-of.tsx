import { useReachable } from '@/features/contacts/queries';
import { DutyToken } from '@/features/on-call/duty-token';
import type { Me } from '@/session/me';

/** Prepares this tab for being locked; the locked screen then knows whether anything else reaches its user. */
export function DutyTokenOf({ me }: { me: Me }) {
  const isAsked = me.checkedInLineIds.length > 0;
  return <DutyToken me={me} reachable={useReachable(me, { isAsked })} />;
}
