import { useEffect } from 'react';

import { useSocketEvent } from '@/api/use-live';
import { useMe } from '@/session/me';
import { setTitleBadge } from '@/shared/hooks/use-page-title';
import { useStore } from 'zustand';

import { arrivals, arrive, forgetArrivals, markSeen, onArrival, settle } from './arrivals';
import { isAssigned } from './cards';
import { allowSound, play, restoreSound, sound } from './sound';
import { useMissedArrivals } from './use-missed-arrivals';

/**
 * Alerts to new consults on every page: a count in the window's title and, if turned on, a tone. The shell renders it once
 * for signed-in users. Events carry enough data for it, so it works in a hidden tab without a request; only after a lost connection one
 * request fetches what was missed.
 */
export function NewConsultAlerts() {
  const me = useMe();
  useSocketEvent('consult:created', (event) => {
    if (event.actorId !== me.id && isAssigned(event, me)) arrive([event.consultId]);
  });
  useSocketEvent('consult:updated-state', ({ consultId }) => settle(consultId));
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
