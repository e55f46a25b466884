import { constants } from '@/api/contract/constants.gen';
import { checkByContract } from '@/api/contract-form';
import type { LocationRead, PatientRead } from '@/api/generated/types.gen';
import { type Fields, isFields, type Rule, valueAt } from '@/api/rules';
import { birthDateError, collectedFields, unitRules } from '@/patients/patient-check';
import { asText } from '@/shared/forms/use-field';

/** The body of PUT /patient/{patientId}/consults/{consultId} as its form holds it: blank text is unanswered. */
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

/** Texts of some fields; blank is unanswered. */
export type PatientTexts = Partial<Record<PatientField, string>>;

/** How the paths of a patient's fields start in a request, for which a unit's rules are written, and in a correction. */
const IN_REQUEST = 'Patient.';
const IN_FORM = 'patient.';

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

/** The values with these texts in the place of their own. */
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

/** What the values have otherwise than the others, field by field. */
export function differences(values: PatientValues, others: PatientValues): PatientTexts {
  const differing = fields.filter((field) => textAt(values, field) !== textAt(others, field));
  return textsAt(values, differing);
}

/** The values' texts of these fields. */
export function textsAt(values: PatientValues, wanted: readonly PatientField[]): PatientTexts {
  return Object.fromEntries(wanted.map((field) => [field, textAt(values, field)]));
}

/** The texts of fields that something kept holds; it may be of another version and hold anything. */
export function readTexts(found: unknown): PatientTexts {
  const texts = isFields(found) ? found : {};
  return Object.fromEntries(
    fields.flatMap((field) => (typeof texts[field] === 'string' ? [[field, texts[field]]] : [])),
  );
}

export function fieldsOf(texts: PatientTexts): PatientField[] {
  return fields.filter((field) => texts[field] !== undefined);
}

/** The patient as the wire has them: what is unanswered is null. */
export function asSent({ patient }: PatientValues) {
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

/** The correction that the form's values make, and its errors; the unit's rules apply once the unit has loaded. */
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

/** Whether the checked data would change anything that the unit collects. */
export function isChanged(data: Fields, before: PatientValues, unit: LocationRead | undefined): boolean {
  const collected: Readonly<Partial<Record<string, boolean>>> = collectedFields(unit);
  const paths = fields.filter((field) => collected[field.slice(IN_FORM.length)] ?? true);
  return paths.some((path) => (valueAt(data, path) ?? '') !== valueAt(before, path));
}

function correctionRules(unit: LocationRead | undefined, dictionary: Readonly<Record<string, string>>) {
  return unitRules(unit, dictionary)
    .filter(({ field }) => field.startsWith(IN_REQUEST))
    .map((rule): Rule => ({ ...rule, field: `${IN_FORM}${rule.field.slice(IN_REQUEST.length)}` }));
}
