import { useEffect, useEffectEvent } from 'react';

import type { ConsultCard } from '@/api/generated/types.gen';
import { onEvent, onReconnect } from '@/api/socket';
import { isWaiting } from '@/consults/transfer-state';
import { type Me, useCan } from '@/session/me';
import { serverNow } from '@/shared/lib/server-clock';

import { arrive, transferArrival } from './arrivals';
import { awaitsAcknowledgement, awaitsEscalation } from './cards';
import { fetchNewestTransfers, fetchNewestWaiting } from './queries';

/** Jitter that spreads the requests of many browsers that reconnect at the same time. */
const SPREAD_MS = 1_000;

/**
 * Fetches consults and transfers that arrived while disconnected, even in a hidden tab and on pages without the list. Once connected, every
 * one that concerns the user has an event, so one created since then without an event was missed.
 */
export function useMissedArrivals(me: Me) {
  const mayListConsults = useCan('List', 'Consult');
  const mayListTransfers = useCan('List', 'Transfer');
  const mayList = mayListConsults || mayListTransfers;
  const findMissed = async (since: number, signal: AbortSignal) => {
    const [consults, transfers] = await Promise.all([
      mayListConsults ? fetchNewestWaiting(me, signal) : [],
      mayListTransfers ? fetchNewestTransfers(me, signal) : [],
    ]);
    const isNew = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) >= since;
    const missed = consults.filter((card) => isNew(card) && awaitsAcknowledgement(card) && card.createdById !== me.id);
    const isSilent = (card: ConsultCard) => awaitsEscalation(card, me);
    return {
      silent: missed.filter(isSilent).map(idOf),
      audible: [
        ...missed.filter((card) => !isSilent(card)).map(idOf),
        ...transfers
          .filter((transfer) => isNew(transfer) && isWaiting(transfer))
          .map(({ consult }) => transferArrival(consult.id)),
      ],
    };
  };
  const reportMissed = useEffectEvent(async (since: number, signal: AbortSignal) => {
    try {
      const { audible, silent } = await findMissed(since, signal);
      arrive(audible);
      arrive(silent, { silent: true });
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

function idOf({ id }: { id: string }): string {
  return id;
}
