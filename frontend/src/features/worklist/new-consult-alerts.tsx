import { useEffect } from 'react';

import { useSocketEvent } from '@/api/use-live';
import { useCan, useMe } from '@/session/me';
import { setTitleBadge } from '@/shared/hooks/use-page-title';
import { useStore } from 'zustand';

import { arrivals, arrive, forgetArrivals, markSeen, onArrival, settle, transferArrival } from './arrivals';
import { isAssigned } from './cards';
import { allowSound, play, restoreSound, sound } from './sound';
import { useMissedArrivals } from './use-missed-arrivals';

/**
 * Alerts to new consults, and to new transfers for users who list them, on every page: a count in the window's title and, if turned
 * on, a tone. The shell renders it once for signed-in users. Events carry enough data for it, so it works in a hidden tab without a
 * request; what was missed while the connection was lost is fetched afterwards.
 */
export function NewConsultAlerts() {
  const me = useMe();
  const mayListConsults = useCan('List', 'Consult');
  const mayListTransfers = useCan('List', 'Transfer');
  useSocketEvent('consult:created', (event) => {
    if (mayListConsults && event.actorId !== me.id && isAssigned(event, me)) arrive([event.consultId]);
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
  useTitleCount();
  useMarkSeen();
  useSound(me.id);
  return null;
}

function useTitleCount() {
  const count = useStore(arrivals).unseen.size;
  useEffect(() => setTitleBadge(count), [count]);
  useEffect(() => () => setTitleBadge(0), []);
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

function useSound(userId: number) {
  const { on, allowed } = useStore(sound);
  useEffect(() => restoreSound(userId), [userId]);
  useEffect(() => onArrival(play), []);
  // After a reload the browser requires a click or a key press before the page may play sound.
  const waiting = on && !allowed;
  useEffect(() => {
    if (!waiting) return undefined;
    const allow = () => void allowSound();
    document.addEventListener('pointerdown', allow);
    document.addEventListener('keydown', allow);
    return () => {
      document.removeEventListener('pointerdown', allow);
      document.removeEventListener('keydown', allow);
    };
  }, [waiting]);
}
