/** What a unit requires of patients when a consult is requested and when a patient is corrected. */
import { messages } from '@/api/contract/messages.gen';
import { asRules } from '@/api/form-contract';
import type { LocationRead } from '@/api/generated/types.gen';
import type { Rule } from '@/api/rules';
import { formatDay, viewerZone } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { splitMoment } from '@/shared/lib/typed-time';

import { localizedRules } from './patient-number';

/** For each patient field that only some units collect, whether this one does; false until a unit is chosen. */
export function collectedFields(unit: LocationRead | undefined) {
  const features = unit?.FeaturesByLocations;
  return {
    gender: features?.collectPatientSex ?? false,
    'additionalData.enumber': features?.collectPatientEnumber ?? false,
    'additionalData.patientNumber': features?.configurablePatientNumber?.collect ?? false,
  };
}

/** The unit's rules, with the labels of the user's dictionary in their messages. */
export function unitRules(unit: LocationRead | undefined, dictionary: Readonly<Record<string, string>>): Rule[] {
  if (unit === undefined) return [];
  return localizedRules(asRules(unit.patientRules), unit.FeaturesByLocations.configurablePatientNumber, dictionary);
}

/** The error for a birth date (`yyyy-MM-dd`) before `earliest` or after today at the unit; null if it is valid or missing. */
export function birthDateError(birthDate: unknown, unit: LocationRead | undefined, earliest: string): string | null {
  if (typeof birthDate !== 'string') return null;
  const [month = '', day = '', year = ''] = splitMoment(serverNow(), unit?.timeZone ?? viewerZone()).day.split('/');
  if (birthDate > `${year}-${month}-${day}`) return messages.NOT_IN_FUTURE;
  return birthDate < earliest ? messages.NOT_BEFORE.replace('{min}', formatDay(earliest)) : null;
}
