import { type Check, checkByContract } from '@/api/contract-form';
import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import type {
  EscalationChange,
  EscalationFields,
  EscalationStep,
  LineEscalationRead,
  PageChannel,
  PageTarget,
  PolicyFields,
} from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { sentHours, type WeeklyHours, weeklyHours, wrongTime } from '@/shared/lib/weekly-hours';
import { type How, howOf } from '@/versions/drafts/how';
import { withRanges } from '@/versions/ranges';
import type { VersionedValues } from '@/versions/versioned';

const MINUTE = 60;

export interface StepValues {
  /** Since the request. */
  minutes: string;
  targets: PageTarget[];
  /** Besides the screen; none for all that somebody has. */
  channels: PageChannel[];
  /** When it applies; null for always. */
  hours: WeeklyHours | null;
}

export interface PolicyValues {
  /** Blank for all. */
  priority: string;
  /** Blank for all of the organization. */
  facilityId: number | '';
  steps: StepValues[];
  rounds: string;
  repeatMinutes: string;
  backupNumber: string;
}

export interface EscalationValues extends VersionedValues {
  policies: PolicyValues[];
  how: How;
}

export type FieldName = 'policies';

export const LABELS: Readonly<Record<FieldName, string>> = { policies: 'Policies' };

/** What the form shows: the draft, if one is open and still fits. */
export function valuesOf({
  version,
  settings,
  draft,
  draftSettings,
  needsApproval,
}: LineEscalationRead): EscalationValues {
  return {
    version: draft?.version ?? version,
    policies: (draftSettings ?? settings).policies.map(policyValues),
    how: howOf({ draft, needsApproval }),
    reason: draft?.reason ?? '',
  };
}

function policyValues({ priority, facilityId, policy }: PolicyFields): PolicyValues {
  return {
    priority: priority ?? '',
    facilityId: facilityId ?? '',
    steps: policy.steps.map(({ afterSeconds, targets, channels, hours }) => ({
      minutes: String(afterSeconds / MINUTE),
      targets,
      channels: channels ?? [],
      hours: hours === null ? null : weeklyHours(hours),
    })),
    rounds: String(policy.rounds),
    repeatMinutes: String(policy.repeatSeconds / MINUTE),
    backupNumber: policy.backupNumber,
  };
}

export function newStep(minutes: string): StepValues {
  return { minutes, targets: [], channels: [], hours: null };
}

export function newPolicy(): PolicyValues {
  return {
    priority: '',
    facilityId: '',
    steps: [{ ...newStep('0'), targets: ['allNotifications'] }],
    rounds: '3',
    repeatMinutes: '5',
    backupNumber: '',
  };
}

export function settingsOf({ policies }: Pick<EscalationValues, 'policies'>): EscalationFields {
  return {
    policies: policies.map((policy) => ({
      priority: priorityOf(policy.priority),
      facilityId: policy.facilityId === '' ? null : policy.facilityId,
      policy: {
        steps: policy.steps.map(stepOf),
        rounds: Number(policy.rounds),
        repeatSeconds: secondsOf(policy.repeatMinutes),
        backupNumber: policy.backupNumber,
      },
    })),
  };
}

function stepOf({ minutes, targets, channels, hours }: StepValues): EscalationStep {
  return {
    afterSeconds: secondsOf(minutes),
    targets,
    channels: channels.length === 0 ? null : channels,
    hours: hours === null ? null : sentHours(hours),
  };
}

/** What is not a number is refused by the contract. */
function secondsOf(minutes: string): number {
  return minutes.trim() === '' ? Number.NaN : Math.round(Number(minutes) * MINUTE);
}

export function priorityOf(name: string): PolicyFields['priority'] {
  return name === 'critical' || name === 'urgent' || name === 'routine' ? name : null;
}

export function bodyOf(values: EscalationValues): Omit<EscalationChange, 'confirmed'> {
  return { ...settingsOf(values), reason: values.reason.trim() === '' ? null : values.reason.trim() };
}

/** Where the contract's fields are in the form. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\.afterSeconds$/, '.minutes'],
  [/\.repeatSeconds$/, '.repeatMinutes'],
  [/\.openDaysInWeek$/, '.firstDay'],
  [/\.openHours$/, '.opens'],
  [/\.openHoursTimezone$/, '.zone'],
];

const minutesFrom = (seconds: number) =>
  `Enter minutes from ${seconds / MINUTE} to ${constants.MAX_STEP_SECONDS / MINUTE}, which are 7 days.`;

const RANGES = {
  opens: messages.TIME_OF_DAY,
  closes: 'Enter a time, for example 17:00; midnight is 24:00.',
  minutes: minutesFrom(0),
  rounds: `Enter a whole number from 1 to ${constants.MAX_PAGING_ROUNDS}.`,
  repeatMinutes: minutesFrom(constants.MIN_REPEAT_SECONDS),
} as const;

export const checkEscalation: Check<EscalationValues> = async (values) => {
  const { errors } = await checkByContract('EscalationChange', { ...bodyOf(values), confirmed: [] });
  const placed = [...errors].map(([field, message]): [string, string] => [placeOf(field), message]);
  return { data: { ...values }, errors: withRanges(new Map([...wrongTimes(values), ...placed]), values, RANGES) };
};

/** The contract does not say what times look like. */
function wrongTimes({ policies }: EscalationValues): [string, string][] {
  return policies.flatMap(({ steps }, index) =>
    steps.flatMap(({ hours }, place): [string, string][] => {
      const part = hours === null ? null : wrongTime(hours);
      return part === null ? [] : [[`policies.${index}.steps.${place}.hours.${part}`, messages.INVALID]];
    }),
  );
}

/** A field of the wire is here in the form. */
export function placeOf(field: string): string {
  const inForm = field.replace('.policy.', '.');
  return PLACES.reduce((found, [pattern, place]) => found.replace(pattern, place), inForm);
}

export function differing(values: EscalationValues, others: EscalationValues): FieldName[] {
  return isSame(settingsOf(values), settingsOf(others)) ? [] : ['policies'];
}
