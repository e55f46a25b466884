import { useEffect, useEffectEvent, useRef } from 'react';

import type { NotificationRead } from '@/api/generated/types.gen';
import { onEvent, onReconnect } from '@/api/socket';
import { useSocketEvent } from '@/api/use-live';
import { serverNow } from '@/shared/lib/server-clock';
import { ring } from '@/shared/media/alert-sound';

/** Jitter that spreads the requests of many browsers that reconnect at the same time. */
const JITTER_MILLISECONDS = 1_000;
/** The maximum difference between the server's clock and the local estimate of it. */
const CLOCK_TOLERANCE_MILLISECONDS = 2_000;

/**
 * Plays the tone for each urgent comment: on its event, even in a hidden tab, and for comments missed while disconnected once the
 * list includes them. Comments that are present on load make no sound.
 */
export function useUrgentSound(urgent: readonly NotificationRead[] | undefined, refetch: () => Promise<unknown>) {
  /** When the last event for each consult was received, in milliseconds. */
  const lastEvents = useRef(new Map<string, number>());
  useSocketEvent('notification:urgent', ({ consultId }) => {
    lastEvents.current.set(consultId, serverNow());
    ring({ urgent: true });
  });

  /** The newest listed time, in milliseconds. */
  const latest = useRef<number | null>(null);
  const playMissed = useEffectEvent(() => {
    if (urgent === undefined) return;
    const times = urgent.map(({ createdAt }) => Date.parse(createdAt));
    const since = latest.current;
    latest.current = Math.max(since ?? 0, ...times);
    if (since === null) return;
    const isMissed = ({ createdAt, details: { consultId } }: NotificationRead) => {
      const moment = Date.parse(createdAt);
      return moment > since && moment > (lastEvents.current.get(consultId) ?? 0) + CLOCK_TOLERANCE_MILLISECONDS;
    };
    if (urgent.some((notification) => notification.isNew && isMissed(notification))) ring({ urgent: true });
  });
  const moments = urgent?.map(({ createdAt }) => createdAt).join();
  useEffect(() => playMissed(), [moments]);

  useFetchWhileHidden(refetch);
}

/** A hidden tab does not refetch stale queries, but still plays the tone. */
function useFetchWhileHidden(refetch: () => Promise<unknown>) {
  const fetchHidden = useEffectEvent(() => {
    if (document.hidden) void refetch();
  });
  useEffect(() => {
    let timer: number | undefined;
    const schedule = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => fetchHidden(), Math.random() * JITTER_MILLISECONDS);
    };
    const unsubscribes = [onReconnect(schedule), onEvent('connection:resync', schedule)];
    return () => {
      window.clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, []);
}
