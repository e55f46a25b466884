import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { isApiError } from '@/api/errors';
import type { GuestState } from '@/api/generated/types.gen';

import { endCall, joinCallAs, leaveCall } from '../call';
import { CONFLICT } from '../queries';
import { isMediaServerDown, requestsOfGuest } from './queries';
import { type Binding, guestDevices } from './stored';

/** Why a guest who may be in the call is not: it is full, or cannot be joined now, it failed or ended for this window, or they have left. */
export type Outside = 'full' | 'notNow' | 'lost' | 'left';

/** Joins the call as soon as somebody has let the guest in, once; after that, when the guest wants to. */
export function useGuestCall(binding: Binding, state: GuestState | undefined, onOutside: () => void) {
  const [outside, setOutside] = useState<Outside | null>(null);
  const hasJoined = useRef(false);
  const leaveFor = (why: Outside) => {
    setOutside(why);
    onOutside();
  };
  const join = () => {
    setOutside(null);
    void enter(binding, leaveFor);
  };
  const end = () => {
    endCall();
    leaveFor('left');
  };
  const joinFirst = useEffectEvent(join);
  useEffect(() => {
    if (state !== 'admitted' || hasJoined.current) return;
    hasJoined.current = true;
    joinFirst();
  }, [state]);
  useEffect(() => leaveCall, []);
  return { outside, join, end };
}

async function enter(binding: Binding, onOutside: (why: Outside) => void): Promise<void> {
  const onEnded = () => {
    endCall();
    onOutside('lost');
  };
  try {
    await joinCallAs(
      {
        requests: requestsOfGuest(binding),
        // Without a session there is no socket: the device polls.
        follow: () => [],
        saveInterruption: guestDevices.write,
        onEnded,
      },
      { about: { consultId: '', title: 'Video call' }, on: guestDevices.read() },
    );
  } catch (failure) {
    onOutside(isApiError(failure, CONFLICT) ? 'full' : isMediaServerDown(failure) ? 'notNow' : 'lost');
  }
}
