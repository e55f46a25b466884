import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import { checkByContract } from '@/api/contract-form';
import type { Messages } from '@/api/form-contract';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { clear, type Fields, isFields, valueAt, violations, withValueAt } from '@/api/rules';
import { birthDateError, collectedFields, unitRules } from '@/patients/patient-check';
import { serverNow } from '@/shared/lib/server-clock';

import { emptyPatient, type PatientValues } from './wizard-data';

/** The part of POST /consults about the patient. */
export interface CheckedPatient {
  readonly data: Fields;
  readonly errors: Messages;
}

const ENUMBER = 'Patient.additionalData.enumber';
const BIRTH_DATE = 'Patient.birthDate';
const UNIT = 'locationId';

/** Validates the form's values by the unit's rules. Values that the unit does not collect are left out. */
export async function checkPatient(
  values: PatientValues,
  emr: CensusPatientRead | null,
  unit: LocationRead | undefined,
  dictionary: Readonly<Record<string, string>>,
): Promise<CheckedPatient> {
  const relevant = unit === undefined ? values : withoutUncollected(values, emr, unit);
  const patient = await checkByContract('PatientInput', withEmr(asFields(valueAt(relevant, 'Patient')), emr));
  const more = await checkByContract('AdditionalData', asFields(valueAt(relevant, 'additionalData')));
  const rules = unitRules(unit, dictionary);
  const birthDate = wizardBirthDateError(patient.data.birthDate, unit);
  const record = { hasNumber: idNumberOf(emr) !== null };
  const data = clear({ Patient: patient.data, additionalData: more.data, record }, rules);
  const errors = new Map([
    ...violations(data, rules, serverNow()),
    ...(birthDate === null ? [] : [[BIRTH_DATE, birthDate] as const]),
    ...prefixed('Patient', patient.errors),
    ...prefixed('additionalData', more.errors),
  ]);
  if (unit === undefined) errors.set(UNIT, messages.REQUIRED);
  const { Patient, additionalData } = data;
  return { data: { Patient, additionalData, Encounter: { locationId: values.locationId } }, errors };
}

/** The census patient's ID number, whatever its format. */
export function idNumberOf(emr: CensusPatientRead | null): string | null {
  return emr?.identifiers[0]?.value ?? null;
}

/** The form's values for a census patient. */
export function valuesOfCensusPatient(patient: CensusPatientRead): PatientValues {
  return {
    ...emptyPatient,
    locationId: patient.safarLocId,
    Patient: {
      nameGiven: patient.firstName,
      nameFamily: patient.lastName,
      birthDate: patient.dob ?? '',
      gender: patient.sex,
      additionalData: emptyPatient.Patient.additionalData,
    },
  };
}

/** The paths of the fields for which the census has a valid value. The form asks for the others. */
export function givenByEmr(emr: CensusPatientRead, unit: LocationRead | undefined): ReadonlySet<string> {
  const { Patient } = valuesOfCensusPatient(emr);
  const born = Patient.birthDate !== '' && wizardBirthDateError(Patient.birthDate, unit) === null;
  const given = [
    Patient.nameGiven.trim() !== '' && 'Patient.nameGiven',
    Patient.nameFamily.trim() !== '' && 'Patient.nameFamily',
    born && BIRTH_DATE,
    Patient.gender !== '' && 'Patient.gender',
    idNumberOf(emr) !== null && ENUMBER,
  ];
  return new Set(given.filter((path) => path !== false));
}

function withoutUncollected(values: PatientValues, emr: CensusPatientRead | null, unit: LocationRead): Fields {
  const { collectHospitalName, collectFaxNumber } = unit.FeaturesByLocations;
  const ofPatient = collectedFields(unit);
  const collected = {
    // The sex of a census patient is always sent, even if the unit does not collect it.
    'Patient.gender': ofPatient.gender || emr !== null,
    [ENUMBER]: ofPatient['additionalData.enumber'],
    'Patient.additionalData.patientNumber': ofPatient['additionalData.patientNumber'],
    'additionalData.hospitalName': collectHospitalName,
    'additionalData.faxNumber': collectFaxNumber,
  };
  const uncollected = Object.entries(collected).filter(([, isCollected]) => !isCollected);
  return uncollected.reduce<Fields>((relevant, [path]) => withValueAt(relevant, path, undefined), { ...values });
}

function withEmr(patient: Fields, emr: CensusPatientRead | null): Fields {
  if (emr === null) return patient;
  return { ...patient, isEmr: true, emrId: emr.emrId, identifiers: emr.identifiers };
}

/** The wizard accepts birth dates from 1900-01-02 to today in the unit's time zone. */
function wizardBirthDateError(birthDate: unknown, unit: LocationRead | undefined): string | null {
  return birthDateError(birthDate, unit, constants.EARLIEST_BIRTH_DATE_IN_WIZARD);
}

function prefixed(name: string, errors: Messages): [string, string][] {
  return [...errors].map(([field, message]) => [`${name}.${field}`, message]);
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}
