import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useStore } from 'zustand';

import type { WaitingCall } from '@/api/generated/types.gen';
import { useSocketEvent } from '@/api/use-live';
import { call, consultOf } from '@/features/video/call-view';
import { waitingCallsQuery } from '@/features/video/waiting/queries';
import { abilityOf, type Me } from '@/session/me';

import { useMutedCalls } from './muted-calls';

export interface WaitingCalls {
  readonly calls: readonly WaitingCall[];
  /** The ids of the meetings that make no sound. */
  readonly muted: ReadonlySet<string>;
  readonly mute: (meetingId: string, muted: boolean) => void;
}

/** The calls in which a provider waits for this user, without the one that this window is in. */
export function useWaitingCalls(me: Me): WaitingCalls {
  const enabled = abilityOf(me).can('Request', 'Consult');
  const { data, refetch } = useQuery({ ...waitingCallsQuery(me.id), enabled });
  const own = useStore(call, consultOf);
  const page = useLocation({ select: ({ pathname }) => pathname });
  const { muted, setMuted } = useMutedCalls(me.id);
  // Also in a hidden tab, where stale queries wait; and for others at the bedside, who have the consult on the screen.
  useSocketEvent('consult:meeting-changed', ({ consultId, requesterId }) => {
    const isShown = data?.some((each) => each.consultId === consultId) === true;
    if (enabled && (requesterId === me.id || isShown || page.endsWith(consultId))) void refetch();
  });
  return {
    calls: data?.filter(({ consultId }) => consultId !== own) ?? [],
    muted,
    mute: (meetingId, isMuted) => {
      // Those that have ended are forgotten.
      const waiting = data?.map((each) => each.meetingId) ?? [];
      setMuted(waiting.filter((id) => (id === meetingId ? isMuted : muted.has(id))));
    },
  };
}
