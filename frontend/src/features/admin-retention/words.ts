import { choices } from '@/api/contract/choices/retention.gen';
import type { HoldRead, RetentionKind } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';

const DAYS_PER_YEAR = 365.25;
const INSTALLATION = 'The whole installation';

export const holdScopes = choices.HoldScope;

export function kindLabel(kind: RetentionKind): string {
  return choices.RetentionKind.find(({ value }) => value === kind)?.label ?? kind;
}

export function ownerLabel(organizationName: string | null): string {
  return organizationName ?? INSTALLATION;
}

/** `Kept forever`, `Kept for 4,383 days (about 12 years)`. */
export function periodText(days: number | null): string {
  if (days === null) return 'Kept forever';
  const years = Math.round(days / DAYS_PER_YEAR);
  const about = years === 0 ? '' : ` (about ${pluralize(years, 'year')})`;
  return `Kept for ${days.toLocaleString('en-US')} days${about}`;
}

/** What a hold is about, without its organization. */
export function subjectText({ scope, subjectId, fromAt, untilAt }: HoldRead): string {
  const label = holdScopes.find(({ value }) => value === scope)?.label ?? scope;
  const subject = subjectId === null ? label : `${label}, ${subjectId}`;
  const from = fromAt === null ? '' : ` from ${formatTimestamp(fromAt)}`;
  const until = untilAt === null ? '' : ` until ${formatTimestamp(untilAt)}`;
  return `${subject}${from}${until}`;
}
