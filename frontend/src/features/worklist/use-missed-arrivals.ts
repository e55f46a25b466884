import { useEffect, useEffectEvent } from 'react';

import { onEvent, onReturn } from '@/api/socket';
import { type Me, useCan } from '@/session/me';
import { serverNow } from '@/shared/lib/server-clock';

import { arrive } from './arrivals';
import { awaitsAcknowledgement } from './cards';
import { fetchNewestWaiting } from './queries';

/** Spreads the questions of many browsers that come back together. */
const SPREAD_MILLISECONDS = 1_000;

/**
 * Asks what came while events could not be heard, also in a hidden tab and on pages without the list. An event tells of every
 * consult that concerns the user from the moment they are there, so one created since then of which none told was missed.
 */
export function useMissedArrivals(me: Me) {
  const mayList = useCan('List', 'Consult');
  const tellMissed = useEffectEvent(async (since: number, signal: AbortSignal) => {
    try {
      const missed = (await fetchNewestWaiting(me, signal)).filter(
        (card) => Date.parse(card.createdAt) >= since && awaitsAcknowledgement(card) && card.createdById !== me.id,
      );
      arrive(missed.map(({ id }) => id));
    } catch {
      // The next return looks back to the same moment.
    }
  });
  // Who checks in sees other consults than before; what they find there is no news.
  const scope = JSON.stringify([me.id, me.checkedInLineIds, me.locationIds]);
  useEffect(() => {
    if (!mayList) return undefined;
    const since = serverNow();
    const leaving = new AbortController();
    let timer: number | undefined;
    const lookBack = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void tellMissed(since, leaving.signal), Math.random() * SPREAD_MILLISECONDS);
    };
    const stops = [onReturn(lookBack), onEvent('connection:resync', lookBack)];
    return () => {
      window.clearTimeout(timer);
      leaving.abort();
      for (const stop of stops) stop();
    };
  }, [scope, mayList]);
}
