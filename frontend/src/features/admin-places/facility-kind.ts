import { type Check, checkByContract } from '@/api/contract-form';
import type {
  DifferenceRead,
  FacilityDetails,
  FacilityFields,
  NewFacility,
  PlaceChoices,
} from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { differenceInWords, plainInWords } from '@/versions/difference-words';
import type { Versioned, VersionedValues } from '@/versions/versioned';

import { textOrNull } from './blanks';
import { listed, NOTHING } from './unit-words';

/** A facility in the form; blank text is nothing. */
export interface FacilityValues extends VersionedValues {
  /** Only for a new facility. */
  code: string;
  name: string;
  facilityType: string;
  state: string;
  info: string;
  fieldFlags: { requiresAcceptingAttending: boolean; requiresOtherFacility: boolean };
}

const FIELDS = ['name', 'facilityType', 'state', 'info', 'fieldFlags'] as const;

export type FacilityFieldName = (typeof FIELDS)[number];

export const FACILITY_LABELS: Readonly<Record<FacilityFieldName, string>> = {
  name: 'Name',
  facilityType: 'Type',
  state: 'State',
  info: 'Note for Transfers',
  fieldFlags: 'Asked for in Transfers',
};

export const FLAGS = [
  { name: 'requiresAcceptingAttending', label: 'Accepting attending' },
  { name: 'requiresOtherFacility', label: 'Other facility' },
] as const;

/** A facility as an object with versions. */
export function facilityKind({ states }: PlaceChoices): Versioned<FacilityDetails, FacilityValues, FacilityFieldName> {
  return {
    noun: 'facility',
    labels: FACILITY_LABELS,
    nameOf: ({ name }) => name,
    valuesOf,
    check,
    differing: (values, others) => {
      const [a, b] = [facilityBody(values), facilityBody(others)];
      return FIELDS.filter((field) => !isSame(a[field], b[field]));
    },
    answerInWords: (field, values) => {
      if (field === 'state') return states.find(({ code }) => code === values.state)?.name ?? NOTHING;
      if (field === 'fieldFlags')
        return listed(FLAGS.filter(({ name }) => values.fieldFlags[name]).map(({ label }) => label));
      return values[field].trim() === '' ? NOTHING : values[field].trim();
    },
  };
}

function valuesOf({ version, code, name, facilityType, state, info, fieldFlags }: FacilityDetails): FacilityValues {
  return { version, code, name, facilityType, state: state ?? '', info: info ?? '', fieldFlags, reason: '' };
}

export function newFacility(): FacilityValues {
  return {
    version: '',
    code: '',
    name: '',
    facilityType: '',
    state: '',
    info: '',
    fieldFlags: { requiresAcceptingAttending: false, requiresOtherFacility: false },
    reason: '',
  };
}

export function facilityBody(values: FacilityValues): FacilityFields {
  const { name, facilityType, state, info, fieldFlags, reason } = values;
  return {
    name: name.trim(),
    facilityType: facilityType.trim(),
    state: textOrNull(state),
    info: textOrNull(info),
    fieldFlags,
    reason: textOrNull(reason),
  };
}

export function newFacilityBody(values: FacilityValues, organizationId: number): NewFacility {
  return { ...facilityBody(values), code: values.code.trim(), organizationId };
}

const check: Check<FacilityValues> = async (values) => {
  const { errors } = await checkByContract('FacilityFields', { ...facilityBody(values) });
  return { data: { ...values }, errors };
};

export const checkNewFacility: Check<FacilityValues> = async (values) => {
  // The contract has no opinion on which organization it is.
  const { errors } = await checkByContract('NewFacility', { ...newFacilityBody(values, 1) });
  return { data: { ...values }, errors };
};

const places: Readonly<Record<string, string>> = {
  name: FACILITY_LABELS.name,
  type: FACILITY_LABELS.facilityType,
  state: FACILITY_LABELS.state,
  info: FACILITY_LABELS.info,
  transfers_ask_for: FACILITY_LABELS.fieldFlags,
  organization: 'Organization',
};

export function facilityDifference(difference: DifferenceRead): string {
  return differenceInWords(difference, { labels: places, inWords: plainInWords });
}
