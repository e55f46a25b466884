import { isApiError } from '@/api/errors';
import {
  attendMeeting,
  deleteExternalMeeting,
  getStandaloneMeeting,
  issueStandaloneToken,
  joinMeeting,
  leaveMeeting,
  listStandaloneKeys,
} from '@/api/generated/sdk/video.gen';
import type { JoinInfo, PublicKeyRead, StandaloneMeetingRead } from '@/api/generated/types.gen';

import type { Unattended } from '@/session/unattended';

import { ATTEND_TIMEOUT, CONFLICT, type MeetingRequests } from '../queries';
import { untilResponse, withoutSession } from '../without-session';

/** Refusals that are reported where the user wanted to leave the device. */
export const TOKEN_REFUSALS: readonly number[] = [403, 404, CONFLICT];

/** The token with which this device stays in the meeting that its user has joined. */
export async function issueToken({ meeting }: JoinInfo, consultId: string): Promise<string> {
  const { token } = await issueStandaloneToken({
    path: { meeting_id: meeting.meetingId, consult_id: consultId },
    meta: { quiet: TOKEN_REFUSALS },
  });
  return token;
}

/** The public keys that verify tokens. */
export async function standaloneKeys(): Promise<readonly PublicKeyRead[]> {
  const { keys } = await untilResponse(() => listStandaloneKeys({ meta: withoutSession }));
  return keys;
}

/** The meeting of a token, if the ids are those in it. */
export function standaloneMeeting(
  token: string,
  { meetingId, consultId }: Pick<StandaloneMeetingRead, 'meetingId' | 'consultId'>,
): Promise<StandaloneMeetingRead> {
  return getStandaloneMeeting({
    path: { meeting_id: meetingId, consult_id: consultId },
    headers: bearer(token),
    meta: withoutSession,
  });
}

/** The requests of a device, which are authorized by its token alone. */
export function requestsOfDevice({ token, consultId, externalMeetingId }: Unattended): MeetingRequests {
  const headers = bearer(token);
  const body = { consultId, externalMeetingId };
  const leave = ({ meeting, attendee }: JoinInfo, restore: boolean) =>
    leaveMeeting({
      path: { meeting_id: meeting.meetingId, attendee_id: attendee.attendeeId },
      query: { restore },
      keepalive: true,
      headers,
      meta: withoutSession,
    });
  return {
    join: async () => {
      const { joinInfo } = await untilResponse(() => joinMeeting({ body, headers, meta: withoutSession }));
      return joinInfo;
    },
    attend: ({ meeting, attendee }, attended) =>
      attendMeeting({
        path: { meeting_id: meeting.meetingId, attendee_id: attendee.attendeeId },
        body: attended,
        headers,
        meta: { ...withoutSession, retries: 0, timeout: ATTEND_TIMEOUT },
      }),
    leave: (joined) => leave(joined, false),
    hangUp: async (joined, isLast) => {
      if (!isLast) return leave(joined, true);
      return deleteExternalMeeting({ body, headers, keepalive: true, meta: withoutSession }).catch(
        async (refusal: unknown) => {
          // Someone has joined in the meantime.
          if (!isApiError(refusal, CONFLICT)) throw refusal;
          await leave(joined, true);
        },
      );
    },
  };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
