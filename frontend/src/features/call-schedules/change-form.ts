import { type Check, checkByContract } from '@/api/contract-form';
import type { ChangeKind } from '@/api/generated/types.gen';

import type { NewChange } from './planner-context';
import type { ChangeToAdd } from './queries';

/** A change in the form; blank text is not answered yet. */
export interface ChangeValues {
  scheduleId: number | '';
  kind: ChangeKind;
  startsAt: string;
  endsAt: string;
  userId: number | '' | null;
  replacedUserId: number | '' | null;
}

export function valuesOf({ scheduleId, kind = 'replace', ...begun }: NewChange): ChangeValues {
  const { startsAt = '', endsAt = '', replacedUserId = '' } = begun;
  return { scheduleId, kind, startsAt, endsAt, userId: '', replacedUserId };
}

/** Whether this kind of change says who is on call, and whether it says who is not. */
export function asksFor(kind: ChangeKind): { user: boolean; replaced: boolean } {
  return { user: kind !== 'remove', replaced: kind === 'remove' || kind === 'replace' };
}

/** Clears what the chosen kind does not ask for; only "Only" may have nobody. */
export const checkChange: Check<ChangeValues> = async ({ scheduleId, userId, replacedUserId, ...rest }) => {
  const { user, replaced } = asksFor(rest.kind);
  const nobody = rest.kind === 'only' && userId === '';
  const body = { ...rest, userId: user && !nobody ? userId : null, replacedUserId: replaced ? replacedUserId : null };
  const { data, errors } = await checkByContract('ScheduleChangeFields', body);
  return { data: { ...data, scheduleId }, errors };
};

/** What is sent, from validated values. */
export function bodyOf({ scheduleId, userId, replacedUserId, ...rest }: ChangeValues): ChangeToAdd {
  const body = { ...rest, userId: idOrNull(userId), replacedUserId: idOrNull(replacedUserId) };
  return { scheduleId: Number(scheduleId), body };
}

function idOrNull(id: number | '' | null): number | null {
  return id === '' ? null : id;
}
