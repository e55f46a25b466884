import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isApiError } from '@/api/errors';
import type { DutyPages } from '@/api/generated/types.gen';
import { lockedDuty } from '@/session/locked-duty';

import { dutyPagesQuery } from './queries';

const POLL_MS = 5_000;
/** How long the server may not respond before the user should know that this screen is deaf. */
const SILENCE_MS = 15_000;

/** `expired`: the user is still on call, but this screen was locked for too long. */
export type DutyState = 'on' | 'over' | 'expired';

export interface LockedDutyPages {
  readonly state: DutyState;
  /** What waits for the user; undefined until the server has responded. */
  readonly waiting: DutyPages | undefined;
  /** The server has not responded for a while. */
  readonly isSilent: boolean;
}

/** What waits for the user of a locked screen, asked for every few seconds until the server says that they are no longer on call. */
export function useDutyPages(token: string): LockedDutyPages {
  const { data, error, refetch, dataUpdatedAt, errorUpdatedAt } = useQuery(dutyPagesQuery(token));
  const state = stateOf(error);
  useEffect(() => {
    if (state !== 'on') {
      lockedDuty.remove();
      return undefined;
    }
    // Browsers throttle intervals in hidden tabs to one a minute, but not a timer that a response starts.
    const timer = window.setTimeout(() => void refetch(), POLL_MS);
    return () => window.clearTimeout(timer);
  }, [state, refetch, dataUpdatedAt, errorUpdatedAt]);
  return {
    state,
    waiting: state === 'on' ? data : undefined,
    isSilent: state === 'on' && errorUpdatedAt - dataUpdatedAt >= SILENCE_MS,
  };
}

function stateOf(error: Error | null): DutyState {
  if (isApiError(error, 401, 'duty_expired')) return 'expired';
  return isApiError(error, 401) ? 'over' : 'on';
}
