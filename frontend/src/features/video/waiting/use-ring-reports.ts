import { useEffect, useEffectEvent } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { WaitingCall } from '@/api/generated/types.gen';
import { newId } from '@/shared/lib/new-id';

import { tellRinging } from './queries';

/** This page, until it is reloaded. */
const screenId = newId();

/** Tells those who wait, again and again while this screen shows it, whether their calls are heard here. */
export function useRingReports(calls: readonly WaitingCall[], isSilent: (meetingId: string) => boolean) {
  const report = useEffectEvent(() => {
    for (const { meetingId } of calls) void tellRinging(meetingId, screenId, isSilent(meetingId));
  });
  const rings = JSON.stringify(calls.map(({ meetingId }) => [meetingId, isSilent(meetingId)]));
  useEffect(() => {
    report();
    const timer = window.setInterval(report, constants.RING_MS);
    return () => window.clearInterval(timer);
  }, [rings]);
}
