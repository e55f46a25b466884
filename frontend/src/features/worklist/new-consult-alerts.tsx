import { useEffect } from 'react';

import { useSocketEvent } from '@/api/use-live';
import { useCan, useMe } from '@/session/me';
import { ring } from '@/shared/media/alert-sound';
import { useAlertSound } from '@/shared/media/use-alert-sound';

import { arrive, forgetArrivals, markSeen, onArrival, settle, transferArrival } from './arrivals';
import { awaitsEscalation, isAssigned } from './cards';
import { useMissedArrivals } from './use-missed-arrivals';

/**
 * Alerts to new consults, and to new transfers for users who list them, on every page: they are counted, and make a tone if it is
 * turned on, except for users who are on call for escalations only. The shell renders it once for signed-in users. Events carry
 * enough data for it, so it works in a hidden tab without a request; what was missed while the connection was lost is fetched afterwards.
 */
export function NewConsultAlerts() {
  const me = useMe();
  const mayListConsults = useCan('List', 'Consult');
  const mayListTransfers = useCan('List', 'Transfer');
  useSocketEvent('consult:created', (event) => {
    if (mayListConsults && event.actorId !== me.id && isAssigned(event, me))
      arrive([event.consultId], { silent: awaitsEscalation(event, me) });
  });
  useSocketEvent('consult:updated-state', ({ consultId }) => settle(consultId));
  // The list of transfers has all that the user may view, and the server sends no other events.
  useSocketEvent('transfer:created', ({ consultId, actorId }) => {
    if (mayListTransfers && actorId !== me.id) arrive([transferArrival(consultId)]);
  });
  useSocketEvent('transfer:acknowledged', ({ consultId }) => settle(transferArrival(consultId)));
  useSocketEvent('transfer:completed', ({ consultId }) => settle(transferArrival(consultId)));
  useEffect(() => forgetArrivals, [me.id]);
  useMissedArrivals(me);
  useMarkSeen();
  useAlertSound(me.id);
  useEffect(
    () =>
      onArrival(({ silent }) => {
        if (!silent) ring({ urgent: false });
      }),
    [],
  );
  return null;
}

function useMarkSeen() {
  useEffect(() => {
    const markSeenIfVisible = () => {
      if (!document.hidden) markSeen();
    };
    window.addEventListener('focus', markSeenIfVisible);
    document.addEventListener('visibilitychange', markSeenIfVisible);
    return () => {
      window.removeEventListener('focus', markSeenIfVisible);
      document.removeEventListener('visibilitychange', markSeenIfVisible);
    };
  }, []);
}
