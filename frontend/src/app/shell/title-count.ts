import { useEffect } from 'react';
import { useStore } from 'zustand';

import type { PageRead, WaitingCall } from '@/api/generated/types.gen';
import { arrivals, transferArrival } from '@/features/worklist/arrivals';
import { setTitleBadge } from '@/shared/hooks/use-page-title';

/** The arrival in the list that the page is about; unique to the page if there is none. */
export function arrivalOf({ id, kind, consultId }: PageRead): string {
  if (kind === 'request') return consultId;
  return kind === 'transfer' ? transferArrival(consultId) : `page/${id}`;
}

/** Counts in the window's title what and who waits for the user, and what has arrived in the list since they last looked; once, if it is both. */
export function useTitleCount(pages: readonly PageRead[], calls: readonly WaitingCall[]) {
  const { unseen } = useStore(arrivals);
  const count = new Set([...unseen, ...pages.map(arrivalOf), ...calls.map(({ meetingId }) => `call/${meetingId}`)])
    .size;
  useEffect(() => setTitleBadge(count), [count]);
  useEffect(() => () => setTitleBadge(0), []);
}
