import { attendeeName } from './attendee-name';
import type { OtherAttendee } from './media-link';

/** The name of whoever has left since, if somebody has; otherwise what was known, until somebody joins. */
export function whoLeft(
  before: readonly OtherAttendee[],
  now: readonly OtherAttendee[],
  known: string | null,
): string | null {
  const left = before.find((other) => !isAmong(other, now));
  if (left !== undefined) return attendeeName(left.attendee);
  return now.every((other) => isAmong(other, before)) ? known : null;
}

function isAmong({ attendee: { attendeeId } }: OtherAttendee, others: readonly OtherAttendee[]): boolean {
  return others.some(({ attendee }) => attendee.attendeeId === attendeeId);
}
