import { choices } from '@/api/contract/choices/admin.gen';
import type { DraftMark, DraftRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import type { Tone } from '@/shared/ui/status-badge';

const TONES: Readonly<Partial<Record<DraftRead['status'], Tone>>> = {
  waiting: 'warning',
  approved: 'success',
  scheduled: 'accent',
  failed: 'danger',
};

export function toneOf({ status }: DraftMark): Tone {
  return TONES[status] ?? 'neutral';
}

export function labelOf({ status }: DraftMark): string {
  return choices.DraftStatus.find(({ value }) => value === status)?.label ?? status;
}

/** In a list of objects: how far an object's draft is, and when it will be published. */
export function markInWords(draft: DraftMark): string {
  return draft.publishAt === null ? labelOf(draft) : `${labelOf(draft)} for ${formatTimestamp(draft.publishAt)}`;
}

/** Who saved, approved and scheduled it, and when it will be published. */
export function stateInWords({ by, at, approvedBy, publishAt, scheduledBy }: DraftRead): string {
  const parts = [`${fullName(by)} saved it at ${formatTimestamp(at)}.`];
  if (approvedBy !== null) parts.push(`${fullName(approvedBy)} approved it.`);
  if (publishAt !== null && scheduledBy !== null)
    parts.push(`It will be published at ${formatTimestamp(publishAt)}, as ${fullName(scheduledBy)} decided.`);
  return parts.join(' ');
}
