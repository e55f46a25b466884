import { queryOptions } from '@tanstack/react-query';

import { access } from '@/api/access';
import { isApiError } from '@/api/errors';
import {
  attendMeeting,
  deleteExternalMeeting,
  joinMeeting,
  leaveMeeting,
  listWaitingCalls,
} from '@/api/generated/sdk/video.gen';
import type { Attend, Attendance, JoinInfo } from '@/api/generated/types.gen';

const ATTEND_TIMEOUT = 10_000;
export const CONFLICT = 409;
/** Refusals that are reported where the user joined the call. */
export const JOIN_REFUSALS: readonly number[] = [403, 404, CONFLICT];

/** Joins the consult's meeting as a new attendee. */
export async function join(consultId: string): Promise<JoinInfo> {
  const { joinInfo } = await joinMeeting({
    body: { consultId },
    meta: { quiet: JOIN_REFUSALS },
  });
  return joinInfo;
}

/** Reports attendance. Called every few seconds anyway, so a single failure does not matter. */
export function attend({ meeting, attendee }: JoinInfo, body: Attend): Promise<Attendance> {
  return attendMeeting({
    path: { meeting_id: meeting.meetingId, attendee_id: attendee.attendeeId },
    body,
    meta: { quiet: true, retries: 0, timeout: ATTEND_TIMEOUT },
  });
}

/** Hangs up, even while the page unloads or the user signs out. */
export function leave({ meeting, attendee }: JoinInfo, headers = authorization()): Promise<unknown> {
  return leaveMeeting({
    path: { meeting_id: meeting.meetingId, attendee_id: attendee.attendeeId },
    keepalive: true,
    headers,
    meta: { quiet: true },
  });
}

/** The current token, because a request during a sign-out is sent when there is no longer a token. */
function authorization(): Record<string, string> {
  const token = access().token();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Hangs up as the last attendee and deletes the meeting, unless someone has joined in the meantime. */
export async function leaveAsLast(joined: JoinInfo, consultId: string): Promise<void> {
  const { externalMeetingId } = joined.meeting;
  const headers = authorization();
  try {
    await deleteExternalMeeting({ body: { externalMeetingId, consultId }, headers, meta: { quiet: true } });
  } catch (refusal) {
    if (!isApiError(refusal, CONFLICT)) throw refusal;
    await leave(joined, headers);
  }
}

/** The calls in which a provider waits for this user. The bar is simply absent while they cannot be fetched. */
export function waitingCallsQuery(userId: number) {
  return queryOptions({
    queryKey: ['waiting-calls', userId],
    queryFn: ({ signal }) => listWaitingCalls({ signal, meta: { quiet: true } }),
    // Whoever is on call may join on their own line only.
    meta: { staleOn: ['me', `calls-of/${userId}`] },
  });
}
