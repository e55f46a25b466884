import { access } from '@/api/access';
import { isApiError } from '@/api/errors';
import { attendMeeting, deleteExternalMeeting, joinMeeting, leaveMeeting } from '@/api/generated/sdk/video.gen';
import type { Attend, Attendance, JoinInfo } from '@/api/generated/types.gen';

export const ATTEND_TIMEOUT = 10_000;
export const CONFLICT = 409;
/** Refusals that are reported where the user joined the call. */
export const JOIN_REFUSALS: readonly number[] = [403, 404, CONFLICT];

/** What a call asks of the server, in the name of its user or with the token of an unattended device. */
export interface MeetingRequests {
  readonly join: () => Promise<JoinInfo>;
  readonly attend: (joined: JoinInfo, body: Attend) => Promise<Attendance>;
  /** Leaves for a while: a window that is reloaded comes back. */
  readonly leave: (joined: JoinInfo) => Promise<unknown>;
  /** Leaves for good. The meeting is deleted with its last attendee. */
  readonly hangUp: (joined: JoinInfo, isLast: boolean) => Promise<unknown>;
}

export function requestsOfUser(consultId: string): MeetingRequests {
  return {
    join: () => join(consultId),
    attend,
    leave: (joined) => leave(joined),
    hangUp: (joined, isLast) => (isLast ? leaveAsLast(joined, consultId) : leave(joined)),
  };
}

/** Joins the consult's meeting as a new attendee. */
async function join(consultId: string): Promise<JoinInfo> {
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
function leave({ meeting, attendee }: JoinInfo, headers = authorization()): Promise<unknown> {
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
async function leaveAsLast(joined: JoinInfo, consultId: string): Promise<void> {
  const { externalMeetingId } = joined.meeting;
  const headers = authorization();
  try {
    await deleteExternalMeeting({ body: { externalMeetingId, consultId }, headers, meta: { quiet: true } });
  } catch (refusal) {
    if (!isApiError(refusal, CONFLICT)) throw refusal;
    await leave(joined, headers);
  }
}
