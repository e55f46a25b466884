import { type Check, checkByContract } from '@/api/contract-form';
import type {
  CallScheduleRead,
  CheckCallSchedule,
  HolidayRule,
  RotationFields,
  TurnUnit,
} from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';

import type { ScheduleToSave } from './queries';

/** A rotation in the form; blank text is not answered yet. */
export interface RotationValues {
  name: string;
  layer: number;
  startsOn: string;
  /** Null once it was validated without a last day. */
  endsOn: string | null;
  beginsAt: string;
  endsAt: string;
  weekdays: number[];
  turnLength: number | '';
  turnUnit: TurnUnit;
  holidays: HolidayRule;
  userIds: number[];
}

export interface ScheduleValues {
  serviceLineId: number | '';
  name: string;
  timeZone: string;
  primary: boolean;
  rotations: RotationValues[];
  /** The version that the planner has seen; 0 for a new schedule. */
  version: number;
}

const NEW = 0;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** A schedule in the form. */
export function valuesOf(schedule: CallScheduleRead): ScheduleValues {
  const { name, timeZone, primary, rotations, version } = schedule;
  return {
    serviceLineId: schedule.serviceLineId,
    name,
    timeZone,
    primary,
    rotations: rotations.map((rotation) => ({ ...rotation, endsOn: rotation.endsOn ?? '' })),
    version,
  };
}

/** A new schedule of a line in the form. */
export function newSchedule(serviceLineId: number | '', timeZone: string): ScheduleValues {
  return { serviceLineId, name: '', timeZone, primary: true, rotations: [newRotation(1, timeZone)], version: NEW };
}

/** Everybody for a week around the clock, from today on. */
export function newRotation(number: number, zone: string): RotationValues {
  return {
    name: `Rotation ${number}`,
    layer: 0,
    startsOn: dayOf(serverNow(), zone),
    endsOn: '',
    beginsAt: '07:00',
    endsAt: '07:00',
    weekdays: EVERY_DAY,
    turnLength: 1,
    turnUnit: 'week',
    holidays: 'likeAnyDay',
    userIds: [],
  };
}

/** Validates the rotations one by one, so that each error has the path of its field, as on the server. */
export const checkSchedule: Check<ScheduleValues> = async ({ rotations, version, serviceLineId, ...rest }) => {
  const own = { ...rest, rotations: [] };
  const [whole, ...parts] = await Promise.all([
    version === NEW
      ? checkByContract('NewCallSchedule', { ...own, serviceLineId })
      : checkByContract('SaveCallSchedule', { ...own, version }),
    ...rotations.map((rotation) =>
      checkByContract('RotationFields', { ...rotation, endsOn: dayOrNull(rotation.endsOn) }),
    ),
  ]);
  const inParts = parts.flatMap(({ errors }, index) =>
    [...errors].map(([field, message]) => [`rotations.${index}.${field}`, message] as const),
  );
  return {
    data: { ...whole.data, serviceLineId, version, rotations: parts.map(({ data }) => data) },
    errors: new Map([...whole.errors, ...inParts]),
  };
};

/** What is sent, from validated values. */
export function bodyOf({ serviceLineId, ...values }: ScheduleValues, id: number | null): ScheduleToSave {
  return { ...values, id, serviceLineId: Number(serviceLineId), rotations: values.rotations.map(rotationOf) };
}

/** What is checked before that. */
export function checkedBodyOf(values: ScheduleValues, id: number | null): CheckCallSchedule {
  const { version: _, ...body } = bodyOf(values, id);
  return body;
}

function rotationOf(rotation: RotationValues): RotationFields {
  return { ...rotation, endsOn: dayOrNull(rotation.endsOn), turnLength: Number(rotation.turnLength) };
}

function dayOrNull(day: string | null): string | null {
  return day === '' ? null : day;
}
