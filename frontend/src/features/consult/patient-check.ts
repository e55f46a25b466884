import { constants } from '@/api/contract/constants.gen';
import { checkByContract } from '@/api/contract-form';
import { asRules } from '@/api/form-contract';
import type { LocationRead, PatientRead } from '@/api/generated/types.gen';
import { type Fields, isFields, type Rule, valueAt } from '@/api/rules';
import { troubleOfBirthDate } from '@/patients/birth-date';
import { wordedRules } from '@/patients/patient-number';
import { asText } from '@/shared/forms/use-field';
import { viewerZone } from '@/shared/lib/dates';

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

/** What begins the paths of a unit's rules, which are written for a request; here they begin in lower case. */
const IN_REQUEST = 'Patient.';

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
  const { data, errors } = await checkByContract(
    'EditPatient',
    { ...values },
    {
      rules: unit === undefined ? [] : rulesOf(unit, dictionary),
    },
  );
  const birthDate = valueAt(data, 'patient.birthDate');
  const trouble =
    typeof birthDate === 'string'
      ? troubleOfBirthDate(birthDate, unit?.timeZone ?? viewerZone(), constants.EARLIEST_BIRTH_DATE)
      : null;
  return { data, errors: trouble === null ? errors : new Map([['patient.birthDate', trouble], ...errors]) };
}

/** Whether the checked data would change anything that the unit asks for. */
export function isChanged(data: Fields, before: PatientValues, unit: LocationRead | undefined): boolean {
  const asked = unit?.FeaturesByLocations;
  const asks: Partial<Record<PatientField, boolean>> = {
    'patient.gender': asked?.collectPatientSex === true,
    'patient.additionalData.enumber': asked?.collectPatientEnumber === true,
    'patient.additionalData.patientNumber': asked?.configurablePatientNumber?.collect === true,
  };
  const paths = fields.filter((field) => asks[field] ?? true);
  return paths.some((path) => (valueAt(data, path) ?? '') !== valueAt(before, path));
}

function rulesOf({ patientRules, FeaturesByLocations }: LocationRead, dictionary: Readonly<Record<string, string>>) {
  return wordedRules(asRules(patientRules), FeaturesByLocations.configurablePatientNumber, dictionary)
    .filter(({ field }) => field.startsWith(IN_REQUEST))
    .map((rule): Rule => ({ ...rule, field: `patient.${rule.field.slice(IN_REQUEST.length)}` }));
}
