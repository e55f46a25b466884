import { choices } from '@/api/contract/choices/contacts.gen';
import { constants } from '@/api/contract/constants.gen';
import type { ContactKind, ContactRead, DisabledReason, MessageRead } from '@/api/generated/types.gen';
import type { IconName } from '@/shared/ui/icon';
import type { Tone } from '@/shared/ui/status-badge';

export const kindIcons: Readonly<Record<ContactKind, IconName>> = {
  push: 'bell',
  text: 'comment',
  call: 'phone',
  email: 'mail',
};

/** Every delay that the server accepts and that makes a difference. */
export const delays = [0, 30, 60, 90, 120, 180, 240, 300, 420, constants.MAX_DELAY_SECONDS].map((value) => ({
  value,
  label: delayWords(value),
}));

function delayWords(seconds: number): string {
  if (seconds === 0) return 'Immediately';
  return seconds % 60 === 0 ? `After ${seconds / 60} min` : `After ${seconds} s`;
}

export function kindLabel(kind: ContactKind): string {
  return choices.ContactKind.find(({ value }) => value === kind)?.label ?? kind;
}

export function reasonWords(reason: DisabledReason): string {
  return choices.DisabledReason.find(({ value }) => value === reason)?.label ?? reason;
}

/** Where a contact reaches its owner. The address of a subscription means nothing to anyone. */
export function addressWords({ kind, address }: ContactRead, ownEndpoint: string | null): string {
  if (kind !== 'push') return address;
  return address === ownEndpoint ? 'This device' : 'Another device';
}

export function statusOf({ verifiedAt, disabledReason }: ContactRead): { tone: Tone; words: string } {
  if (disabledReason !== null) return { tone: 'danger', words: 'Not used' };
  return verifiedAt === null ? { tone: 'warning', words: 'Not verified' } : { tone: 'success', words: 'Verified' };
}

/** How far a message has got, for example `Failed: invalid number`. */
export function progressOf({ state, reason }: MessageRead): string {
  const label = choices.MessageState.find(({ value }) => value === state)?.label ?? state;
  return reason === null ? label : `${label}: ${reason}`;
}
