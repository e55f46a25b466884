import { choices } from '@/api/contract/choices/video.gen';
import type { AttendeeRead, GuestKind } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { splitName } from '@/shared/lib/split-name';

/** What a guest is in the call for. */
export function guestKindLabel(kind: GuestKind): string {
  return choices.GuestKind.find(({ value }) => value === kind)?.label ?? kind;
}

/** A guest as the others see them: "Ana Ruiz (interpreter)". */
export function guestLabel({ name, kind }: { readonly name: string; readonly kind: GuestKind }): string {
  return `${name} (${guestKindLabel(kind).toLowerCase()})`;
}

export function attendeeName({ user, guest }: AttendeeRead): string {
  if (user !== null) return fullName(user);
  return guest === null ? '' : guestLabel(guest);
}

/** Whose initials stand for the attendee's picture. */
export function attendeePerson({ user, guest }: AttendeeRead): { firstName: string; lastName: string } {
  if (user !== null) return user;
  return splitName(guest?.name ?? '');
}
