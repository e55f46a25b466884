import { useEffect, useEffectEvent } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { WaitingCall } from '@/api/generated/types.gen';
import { newId } from '@/shared/lib/new-id';

import { tellClosed, tellRinging } from './queries';

/** This page, until it is reloaded. */
const screenId = newId();
/** Of reports. */
let pending = new AbortController();

/** Tells those who wait, again and again while this screen shows it, and until its page is closed, whether their calls are heard here. */
export function useRingReports(calls: readonly WaitingCall[], isSilent: (meetingId: string) => boolean) {
  const report = useEffectEvent(() => {
    const { signal } = pending;
    for (const { meetingId } of calls) void tellRinging(meetingId, screenId, isSilent(meetingId), signal);
  });
  const withdraw = useEffectEvent(() => {
    // A report that is on its way must not arrive after this.
    pending.abort();
    pending = new AbortController();
    for (const { meetingId } of calls) tellClosed(meetingId, screenId);
  });
  const rings = JSON.stringify(calls.map(({ meetingId }) => [meetingId, isSilent(meetingId)]));
  useEffect(() => {
    report();
    const timer = window.setInterval(report, constants.RING_MS);
    const gone = new AbortController();
    window.addEventListener('pagehide', () => withdraw(), gone);
    // The page may come back as it was, from the browser's cache.
    window.addEventListener('pageshow', () => report(), gone);
    return () => {
      window.clearInterval(timer);
      gone.abort();
    };
  }, [rings]);
}
