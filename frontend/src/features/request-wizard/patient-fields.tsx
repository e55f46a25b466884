import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';

import { choices } from '@/api/contract/choices.gen';
import { constants } from '@/api/contract/constants.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { numberTexts } from '@/patients/patient-number';
import { PatientNumberField } from '@/patients/patient-number-field';
import { useMe } from '@/session/me';
import { BirthDateField } from '@/shared/forms/birth-date-field';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';
import { formatBirthDate } from '@/shared/lib/dates';

import { collected } from './patient-check';
import type { PatientValues } from './wizard-data';

export interface PatientFieldsProps {
  control: Control<PatientValues>;
  /** Decides what is asked; undefined while none is chosen. */
  unit: LocationRead | undefined;
  /** What the census gave. */
  values: PatientValues;
  /** The number that the census gave; null where it gave none. */
  idNumber: string | null;
  /** The paths that cannot be changed because the census gave them. */
  given: ReadonlySet<string>;
}

export function PatientFields(props: PatientFieldsProps) {
  const { control, unit, values, given } = props;
  const { Patient } = values;
  const sex = choices.Sex.find(({ value }) => value === Patient.gender)?.label ?? '';
  const birthDate = formatBirthDate(Patient.birthDate);
  return (
    <>
      <Asked label="First Name" answer={Patient.nameGiven} given={given.has('Patient.nameGiven')}>
        <TextField control={control} name="Patient.nameGiven" label="First Name" limit={limit} required />
      </Asked>
      <Asked label="Last Name" answer={Patient.nameFamily} given={given.has('Patient.nameFamily')}>
        <TextField control={control} name="Patient.nameFamily" label="Last Name" limit={limit} required />
      </Asked>
      <Asked label="Date of Birth" answer={birthDate} given={given.has('Patient.birthDate')}>
        <BirthDateField control={control} name="Patient.birthDate" label="Date of Birth" required />
      </Asked>
      <Asked label="Sex" answer={sex} given={given.has('Patient.gender')}>
        {unit !== undefined && collected(unit)['Patient.gender'] && (
          <SingleChoiceField control={control} name="Patient.gender" label="Sex" options={choices.Sex} required />
        )}
      </Asked>
      <Asked label="Unit" answer={unit?.unit ?? ''} given={given.size > 0} />
      {unit !== undefined && <CollectedFields {...props} unit={unit} />}
    </>
  );
}

const limit = constants.SHORT_TEXT_LIMIT;

/** What this unit asks for and others do not. */
function CollectedFields({ control, unit, idNumber, given }: PatientFieldsProps & { unit: LocationRead }) {
  const asked = collected(unit);
  const { stringDictionary } = useMe();
  const number = unit.FeaturesByLocations.configurablePatientNumber;
  const label = stringDictionary.ENUMBER_LABEL ?? 'ID Number';
  const name = 'Patient.additionalData.enumber';
  return (
    <>
      {asked[name] && (
        <Asked label={label} answer={idNumber ?? ''} given={given.has(name)}>
          <TextField control={control} name={name} label={label} inputMode="numeric" required />
        </Asked>
      )}
      {number !== null && asked['Patient.additionalData.patientNumber'] && (
        <PatientNumberField
          control={control}
          name="Patient.additionalData.patientNumber"
          label={numberTexts(number, stringDictionary).label}
          number={number}
        />
      )}
      {asked['additionalData.hospitalName'] && (
        <TextField control={control} name="additionalData.hospitalName" label="Hospital Name" limit={limit} required />
      )}
      {asked['additionalData.faxNumber'] && (
        <PhoneField control={control} name="additionalData.faxNumber" label="Fax Number" required />
      )}
    </>
  );
}

interface AskedProps {
  label: string;
  answer: string;
  given: boolean;
  children?: ReactNode;
}

/** A question, or the answer that the hospital's EHR gave to it. */
function Asked({ label, answer, given, children }: AskedProps) {
  if (!given) return children;
  return <TextInput label={label} value={answer} readOnly variant="filled" maw="var(--wl-field-width)" />;
}
