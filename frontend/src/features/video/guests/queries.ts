import { queryOptions, useMutation } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { applyResponse } from '@/api/apply-response';
import { ApiError, isApiError } from '@/api/errors';
import {
  answerGuest,
  askToJoinAsGuest,
  attendMeetingAsGuest,
  getGuestCall,
  inviteGuest,
  joinMeetingAsGuest,
  leaveMeetingAsGuest,
  listGuests,
  openGuestLink,
  removeGuest,
} from '@/api/generated/sdk/guests.gen';
import type { GuestCall, GuestState, InviteGuest, JoinInfo } from '@/api/generated/types.gen';
import { toastInfo } from '@/shared/ui/toasts';

import { refreshCall } from '../call';
import { ATTEND_TIMEOUT, CONFLICT, type MeetingRequests } from '../queries';
import { isTemporary, untilResponse, withoutSession } from '../without-session';
import type { Binding } from './stored';

const NOT_FOUND = 404;
const UNAVAILABLE = 503;
/** Refusals that say what somebody else has done meanwhile. */
const OVERTAKEN: readonly number[] = [NOT_FOUND, CONFLICT];

/** A call of the signed-in user, by its ids. */
export interface OwnCall {
  readonly meetingId: string;
  readonly consultId: string;
}

/** All guests of a call in which this window is. */
export function guestsQuery({ meetingId, consultId }: OwnCall) {
  return queryOptions({
    queryKey: ['guests', meetingId],
    queryFn: ({ signal }) => listGuests({ path: { meeting_id: meetingId }, signal, meta: { quiet: true } }),
    staleTime: 0,
    meta: { staleOn: [`viewers/${consultId}`] },
  });
}

/** The caller shows a failure. */
export function useInvite({ meetingId }: OwnCall) {
  return useMutation({
    mutationFn: (body: InviteGuest) => inviteGuest({ path: { meeting_id: meetingId }, body, meta: { quiet: true } }),
    onSettled: (_result, _failure, _variables, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['guests', meetingId] }),
  });
}

/** Lets a guest in, or refuses to. */
export function useAnswer(meetingId: string) {
  return useMutation({
    mutationFn: ({ guestId, admit }: { guestId: string; admit: boolean }) =>
      answerGuest({
        path: { meeting_id: meetingId, guest_id: guestId },
        body: { admit },
        meta: { quiet: OVERTAKEN },
      }),
    onError: tellOvertaken,
    onSettled: (_result, _failure, _variables, _context, { client }) => {
      refreshCall();
      return client.invalidateQueries({ queryKey: ['guests', meetingId] });
    },
  });
}

/** Takes an invitation back, and removes its guest from the call. */
export function useRemove(meetingId: string) {
  return useMutation({
    mutationFn: (guestId: string) =>
      removeGuest({ path: { meeting_id: meetingId, guest_id: guestId }, meta: { quiet: OVERTAKEN } }),
    onError: tellOvertaken,
    onSettled: (_result, _failure, _variables, _context, { client }) => {
      refreshCall();
      return client.invalidateQueries({ queryKey: ['guests', meetingId] });
    },
  });
}

function tellOvertaken(failure: unknown) {
  if (failure instanceof ApiError && OVERTAKEN.includes(failure.status)) toastInfo(failure.message);
}

/** States in which nothing happens anymore. */
const OVER: readonly GuestState[] = ['refused', 'ended'];
/** How often a guest who neither waits nor is in the call looks whether it goes on. */
const LOOK_MS = 10_000;

/**
 * How far the guest on this device is. Opens the link first, which its own device may repeat. While the guest waits, this asks for them
 * to be let in.
 */
export function guestQuery(binding: Binding) {
  const headers = guestHeaders(binding);
  const key = guestKey(binding);
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal, client }) => {
      const known = client.getQueryData<GuestCall>(key);
      if (known === undefined) return openGuestLink({ body: { link: binding.link }, headers, signal, meta: once });
      return known.state === 'waiting'
        ? askToJoinAsGuest({ headers, signal, meta: once })
        : getGuestCall({ headers, signal, meta: once });
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => {
      if (data === undefined) return isTemporary(error) ? constants.KNOCK_MS : false;
      if (OVER.includes(data.state)) return false;
      return data.state === 'waiting' ? constants.KNOCK_MS : LOOK_MS;
    },
    refetchIntervalInBackground: true,
  });
}

/** Asks for the guest to be let in, who then waits. */
export function useAsk(binding: Binding) {
  return useMutation({
    mutationFn: () => askToJoinAsGuest({ headers: guestHeaders(binding), meta: withoutSession }),
    onSuccess: (guest, _variables, _context, { client }) =>
      applyResponse(client, guestQuery(binding).queryKey, () => guest),
  });
}

/** Others in the call use a media server that does not respond. */
export function isMediaServerDown(failure: unknown): boolean {
  return isApiError(failure, UNAVAILABLE, 'media_server_down');
}

/** The requests of a guest's device about the call, which are authorized by its secret alone. */
export function requestsOfGuest(binding: Binding): MeetingRequests {
  const headers = guestHeaders(binding);
  const leave = ({ attendee }: JoinInfo, forGood: boolean) =>
    leaveMeetingAsGuest({
      path: { attendee_id: attendee.attendeeId },
      query: { forGood },
      keepalive: true,
      headers,
      meta: withoutSession,
    });
  return {
    join: async () => {
      const { joinInfo } = await untilResponse(
        () => joinMeetingAsGuest({ headers, meta: withoutSession }),
        isMediaServerDown,
      );
      return joinInfo;
    },
    attend: ({ attendee }, body) =>
      attendMeetingAsGuest({
        path: { attendee_id: attendee.attendeeId },
        body,
        headers,
        meta: { ...withoutSession, retries: 0, timeout: ATTEND_TIMEOUT },
      }),
    leave: (joined) => leave(joined, false),
    hangUp: (joined) => leave(joined, true),
  };
}

/** The next poll comes soon enough. */
const once = { ...withoutSession, retries: 0 };

const guestKey = ({ device }: Binding) => ['guest', device];

const guestHeaders = ({ device }: Binding) => ({ Authorization: `Guest ${device}` });
