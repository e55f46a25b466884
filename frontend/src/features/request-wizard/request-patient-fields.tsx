import type { Control } from 'react-hook-form';

import { choices } from '@/api/contract/choices/patients.gen';
import { constants } from '@/api/contract/constants.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { InputOrValue, type PatientFieldName, PatientFields } from '@/patients/patient-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';
import { formatDay } from '@/shared/lib/dates';

import type { PatientValues } from './wizard-data';

export interface RequestPatientFieldsProps {
  control: Control<PatientValues>;
  /** Determines which fields are shown; undefined until one is chosen. */
  unit: LocationRead | undefined;
  /** The census patient's values. */
  values: PatientValues;
  /** The census patient's ID number; null if the census has none. */
  idNumber: string | null;
  /** The paths of read-only fields, whose values come from the census. */
  given: ReadonlySet<string>;
}

/** The patient's fields; those that the census provides are read-only. */
export function RequestPatientFields({ control, unit, values, idNumber, given }: RequestPatientFieldsProps) {
  const features = unit?.FeaturesByLocations;
  return (
    <>
      <PatientFields
        unit={unit}
        field={(name) => ({ control, name: `Patient.${name}` as const })}
        given={answersOf(values, idNumber, given)}
      >
        <InputOrValue label="Unit" value={given.size > 0 ? (unit?.unit ?? '') : undefined} />
      </PatientFields>
      {features?.collectHospitalName === true && (
        <TextField
          control={control}
          name="additionalData.hospitalName"
          label="Hospital Name"
          limit={constants.SHORT_TEXT_LIMIT}
          required
        />
      )}
      {features?.collectFaxNumber === true && (
        <PhoneField control={control} name="additionalData.faxNumber" label="Fax Number" required />
      )}
    </>
  );
}

/** The census values as display text. */
function answersOf({ Patient }: PatientValues, idNumber: string | null, given: ReadonlySet<string>) {
  const answers: Partial<Record<PatientFieldName, string>> = {
    nameGiven: Patient.nameGiven,
    nameFamily: Patient.nameFamily,
    birthDate: formatDay(Patient.birthDate),
    gender: choices.Sex.find(({ value }) => value === Patient.gender)?.label ?? '',
    'additionalData.enumber': idNumber ?? '',
  };
  return Object.fromEntries(Object.entries(answers).filter(([name]) => given.has(`Patient.${name}`)));
}
