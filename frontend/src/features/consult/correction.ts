import { constants } from '@/api/contract/constants.gen';
import { checkByContract } from '@/api/contract-form';
import type { LocationRead, PatientRead } from '@/api/generated/types.gen';
import { type Fields, isFields, type Rule, valueAt } from '@/api/rules';
import { birthDateError, collectedFields, unitRules } from '@/patients/patient-check';
import { asText } from '@/shared/forms/use-field';

/** The body of PUT /patient/{patientId}/consults/{consultId} as form values: blank text means unanswered. */
export interface PatientValues {
  patient: {
    nameGiven: string;
    nameFamily: string;
    birthDate: string;
    gender: string;
    additionalData: { enumber: string; patientNumber: string };
  };
}

const fields = [
  'patient.nameGiven',
  'patient.nameFamily',
  'patient.birthDate',
  'patient.gender',
  'patient.additionalData.enumber',
  'patient.additionalData.patientNumber',
] as const;

export type PatientField = (typeof fields)[number];

/** Values of some fields; blank means unanswered. */
export type PatientTexts = Partial<Record<PatientField, string>>;

/** The prefixes of a patient's fields in a request, for which a unit's rules are written, and in a correction. */
const REQUEST_PREFIX = 'Patient.';
const FORM_PREFIX = 'patient.';

export function valuesOf({ nameGiven, nameFamily, birthDate, gender, additionalData }: PatientRead): PatientValues {
  const { enumber, patientNumber } = additionalData;
  return {
    patient: {
      nameGiven,
      nameFamily,
      birthDate,
      gender: gender ?? '',
      additionalData: { enumber: enumber ?? '', patientNumber: patientNumber ?? '' },
    },
  };
}

/** The values, with these texts replacing their own. */
export function withTexts({ patient }: PatientValues, texts: PatientTexts): PatientValues {
  const { additionalData } = patient;
  return {
    patient: {
      nameGiven: texts['patient.nameGiven'] ?? patient.nameGiven,
      nameFamily: texts['patient.nameFamily'] ?? patient.nameFamily,
      birthDate: texts['patient.birthDate'] ?? patient.birthDate,
      gender: texts['patient.gender'] ?? patient.gender,
      additionalData: {
        enumber: texts['patient.additionalData.enumber'] ?? additionalData.enumber,
        patientNumber: texts['patient.additionalData.patientNumber'] ?? additionalData.patientNumber,
      },
    },
  };
}

/** The values' texts that differ from the others. */
export function differences(values: PatientValues, others: PatientValues): PatientTexts {
  const differing = fields.filter((field) => textAt(values, field) !== textAt(others, field));
  return textsAt(values, differing);
}

/** The values' texts of these fields. */
export function textsAt(values: PatientValues, wanted: readonly PatientField[]): PatientTexts {
  return Object.fromEntries(wanted.map((field) => [field, textAt(values, field)]));
}

/** Reads field texts from a stored draft, which another version may have written and may contain anything. */
export function readTexts(found: unknown): PatientTexts {
  const texts = isFields(found) ? found : {};
  return Object.fromEntries(
    fields.flatMap((field) => (typeof texts[field] === 'string' ? [[field, texts[field]]] : [])),
  );
}

export function fieldsOf(texts: PatientTexts): PatientField[] {
  return fields.filter((field) => texts[field] !== undefined);
}

/** The patient in the API's format: unanswered fields are null. */
export function toApiPatient({ patient }: PatientValues) {
  const { gender, additionalData } = patient;
  const { enumber, patientNumber } = additionalData;
  return {
    ...patient,
    gender: orNull(gender),
    additionalData: { enumber: orNull(enumber), patientNumber: orNull(patientNumber) },
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function textAt(values: PatientValues, field: PatientField): string {
  return asText(valueAt(values, field));
}

/** Validates the form's values; the unit's rules apply once the unit has loaded. */
export async function checkCorrection(
  values: PatientValues,
  unit: LocationRead | undefined,
  dictionary: Readonly<Record<string, string>>,
) {
  const rules = correctionRules(unit, dictionary);
  const { data, errors } = await checkByContract('EditPatient', { ...values }, { rules });
  const error = birthDateError(valueAt(data, 'patient.birthDate'), unit, constants.EARLIEST_BIRTH_DATE);
  return { data, errors: error === null ? errors : new Map([['patient.birthDate', error], ...errors]) };
}

/** Whether the validated data would change anything that the unit collects. */
export function isChanged(data: Fields, before: PatientValues, unit: LocationRead | undefined): boolean {
  const collected: Readonly<Partial<Record<string, boolean>>> = collectedFields(unit);
  const paths = fields.filter((field) => collected[field.slice(FORM_PREFIX.length)] ?? true);
  return paths.some((path) => (valueAt(data, path) ?? '') !== valueAt(before, path));
}

function correctionRules(unit: LocationRead | undefined, dictionary: Readonly<Record<string, string>>) {
  return unitRules(unit, dictionary)
    .filter(({ field }) => field.startsWith(REQUEST_PREFIX))
    .map((rule): Rule => ({ ...rule, field: `${FORM_PREFIX}${rule.field.slice(REQUEST_PREFIX.length)}` }));
}
