import { ApiError, isApiError, mayHaveSucceeded } from '@/api/errors';
import type { LineLeft, Successor } from '@/api/generated/types.gen';
import { whoWasFirst } from '@/consults/attribution';
import { retryAdvice } from '@/drafts/retry-advice';
import { dayOf, formatCardTime, formatTimestamp, type Moment, viewerZone, weekdayOf } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';

const list = new Intl.ListFormat('en-US');
const MOST_NAMED = 3;

export const GONE = 'This is not yours anymore: it was closed, or someone else has taken it over.';
export const OFF_CALL = 'Whoever you chose is not on call for this line anymore.';
export const UNDECIDED = 'Hand this over, or leave it.';

export function handedOverTo(receiver: Successor): string {
  return `Handed over to ${fullName(receiver)}.`;
}

/** `Hiroshi Obsidian, on call since 7:02am` */
export function successorLabel({ primary, since, ...person }: Successor, now: Moment): string {
  const label = `${fullName(person)}, on call since ${sinceWhen(since, now)}`;
  return primary ? label : `${label} (escalation only)`;
}

/** `2:02pm`, or with its date if that was on another day. */
export function sinceWhen(moment: Moment, now: Moment): string {
  return dayOf(moment) === dayOf(now) ? formatCardTime(moment) : formatTimestamp(moment);
}

/** What going off call means for a line that nobody else answers. */
export function aboutLastOnCall({ serviceLineName, openUntil, waiting }: LineLeft, now: Moment): string {
  const hours = openUntil === null ? 'It is open around the clock.' : `It is open until ${untilWhen(openUntil, now)}.`;
  const requests = `${pluralize(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'}.`;
  return `You are the last one on call for ${serviceLineName}. ${hours}${waiting > 0 ? ` ${requests}` : ''}`;
}

/** Who learns that nobody is on call: `Luis Cedarwood and Ruth Hornbeam will be told.` */
export function whoIsTold(names: readonly string[]): string {
  if (names.length === 0) return 'Nobody else answers for it, so that nobody will be told.';
  const left = names.length - MOST_NAMED;
  const said = left > 0 ? [...names.slice(0, MOST_NAMED), `${left} more`] : names;
  return `${list.format(said)} will be told.`;
}

/** `7:00pm`, or with its weekday if that is on another day. */
function untilWhen(moment: Moment, now: Moment): string {
  const time = formatCardTime(moment);
  return dayOf(moment) === dayOf(now) ? time : `${time} on ${weekdayOf(moment, viewerZone())}`;
}

/** Why a consult that the user wanted to hand over is no longer theirs; undefined if it still is. */
export function whyNotTheirs(failure: unknown): string | undefined {
  if (isApiError(failure, 409)) return whoWasFirst(failure);
  return isApiError(failure, 404) ? 'You cannot view this consult anymore.' : undefined;
}

/** Why a consult was not handed over, and what to do. */
export function whyNotHandedOver(failure: unknown, button: string): string {
  const [field] = failure instanceof ApiError ? failure.fieldErrors : [];
  const what = `This ${mayHaveSucceeded(failure) ? 'may not have been' : 'was not'} handed over.`;
  return `${what} ${field?.message ?? retryAdvice(failure, button)}`;
}
