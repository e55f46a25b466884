import { attendeeName } from './attendee-name';
import type { OtherAttendee } from './media-link';

/** The name of somebody who was in the call before, and is not anymore; null if there is none. */
export function whoLeft(before: readonly OtherAttendee[], now: readonly OtherAttendee[]): string | null {
  const there = new Set(now.map(({ attendee }) => attendee.attendeeId));
  const left = before.find(({ attendee }) => !there.has(attendee.attendeeId));
  return left === undefined ? null : attendeeName(left.attendee);
}
