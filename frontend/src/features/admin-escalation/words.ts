import { choices } from '@/api/contract/choices/paging.gen';
import type { DifferenceRead, LineEscalationRead, StandardStep } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { hoursInWords } from '@/shared/lib/weekly-hours';
import { zoneInWords } from '@/shared/lib/zone-in-words';
import { differenceInWords, plainInWords } from '@/versions/difference-words';

import type { EscalationValues, PolicyValues } from './escalation-values';

const MINUTE = 60;

export type Facilities = LineEscalationRead['facilities'];

export function targetInWords(target: unknown): string {
  return choices.PageTarget.find(({ value }) => value === target)?.label ?? plainInWords(target);
}

/** `Critical requests at Lakeshore General` */
export function scopeInWords({ priority, facilityId }: PolicyValues, facilities: Facilities): string {
  const requests = priority === '' ? 'All requests' : `${capitalize(priority)} requests`;
  const facility = facilities.find(({ id }) => id === facilityId);
  return facility === undefined ? requests : `${requests} at ${facility.name}`;
}

/** All policies as one line, for comparing two sets of them. */
export function policiesInWords({ policies }: EscalationValues, facilities: Facilities): string {
  if (policies.length === 0) return 'none, so the standard steps apply';
  return policies
    .map((policy) => {
      const steps = policy.steps.map(
        ({ minutes, targets, hours }) =>
          `${minutes} min ${targets.map(targetInWords).join(', ')}${hours === null ? '' : `, ${hoursInWords(hours)}`}`,
      );
      return `${scopeInWords(policy, facilities)}: ${steps.join('; ')}`;
    })
    .join('. ');
}

/** `At once: On call for all notifications` */
export function standardInWords({ afterSeconds, targets }: StandardStep): string {
  const when = afterSeconds === 0 ? 'At once' : `After ${Math.round(afterSeconds / MINUTE)} min`;
  return `${when}: ${targets.map(targetInWords).join('; ')}`;
}

/** Documents are in the words of a file. */
export function escalationDifference(difference: DifferenceRead): string {
  return differenceInWords(difference, { labels: { policies: 'Policies' }, inWords: policyInWords });
}

function policyInWords(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainInWords(value);
  const policy: Readonly<Record<string, unknown>> = { ...value };
  const scope = [policy.priority, policy.facility].filter((part) => typeof part === 'string').join(' at ');
  const steps = Array.isArray(policy.steps) ? policy.steps.map(stepInWords).join('; ') : '';
  return `${scope === '' ? 'all requests' : scope} (${steps}; ${plainInWords(policy.backup_number)})`;
}

function stepInWords(value: unknown): string {
  const step: Readonly<Record<string, unknown>> = typeof value === 'object' ? { ...value } : {};
  const after = typeof step.after_seconds === 'number' ? step.after_seconds / MINUTE : 0;
  const targets = Array.isArray(step.targets) ? step.targets.map(targetInWords).join(', ') : '';
  return `${after} min ${targets}${hoursOf(step.hours)}`;
}

function hoursOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const hours: Readonly<Record<string, unknown>> = { ...value };
  return `, ${plainInWords(hours.days)} ${plainInWords(hours.open)} (${zoneInWords(plainInWords(hours.time_zone))})`;
}
