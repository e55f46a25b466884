import { useEffect, useEffectEvent } from 'react';

import { onEvent, onReconnect } from '@/api/socket';
import { type Me, useCan } from '@/session/me';
import { serverNow } from '@/shared/lib/server-clock';

import { arrive } from './arrivals';
import { awaitsAcknowledgement } from './cards';
import { fetchNewestWaiting } from './queries';

/** Jitter that spreads the requests of many browsers that reconnect at the same time. */
const SPREAD_MS = 1_000;

/**
 * Fetches consults that arrived while disconnected, even in a hidden tab and on pages without the list. Once connected, every
 * consult that concerns the user has an event, so a consult created since then without an event was missed.
 */
export function useMissedArrivals(me: Me) {
  const mayList = useCan('List', 'Consult');
  const reportMissed = useEffectEvent(async (since: number, signal: AbortSignal) => {
    try {
      const missed = (await fetchNewestWaiting(me, signal)).filter(
        (card) => Date.parse(card.createdAt) >= since && awaitsAcknowledgement(card) && card.createdById !== me.id,
      );
      arrive(missed.map(({ id }) => id));
    } catch {
      // The next reconnect covers the same period.
    }
  });
  // A check-in changes which consults are visible; those are not new.
  const scope = JSON.stringify([me.id, me.checkedInLineIds, me.locationIds]);
  useEffect(() => {
    if (!mayList) return undefined;
    const since = serverNow();
    const leaving = new AbortController();
    let timer: number | undefined;
    const fetchMissed = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void reportMissed(since, leaving.signal), Math.random() * SPREAD_MS);
    };
    const stops = [onReconnect(fetchMissed), onEvent('connection:resync', fetchMissed)];
    return () => {
      window.clearTimeout(timer);
      leaving.abort();
      for (const stop of stops) stop();
    };
  }, [scope, mayList]);
}
