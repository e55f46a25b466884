import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';

import { choices } from '@/api/contract/choices/patients.gen';
import { constants } from '@/api/contract/constants.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { BirthDateField } from '@/shared/forms/birth-date-field';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextField } from '@/shared/forms/text-field';
import type { FieldProps } from '@/shared/forms/use-field';

import { collectedFields } from './patient-check';
import { idNumberLabel, numberTexts } from './patient-number';
import { PatientNumberField } from './patient-number-field';

/** A patient field, named by its path in the patient's wire format. */
export type PatientFieldName =
  'nameGiven' | 'nameFamily' | 'birthDate' | 'gender' | 'additionalData.enumber' | 'additionalData.patientNumber';

export interface PatientFieldsProps<V extends FieldValues> {
  /** The unit determines which fields are shown; undefined until one is chosen. */
  unit: LocationRead | undefined;
  /** A field's path in the form, and its help text. */
  field: (name: PatientFieldName) => Pick<FieldProps<V>, 'control' | 'name' | 'description' | 'data-autofocus'>;
  /** Values from the hospital's EHR, shown read-only in place of the input. */
  given?: Readonly<Partial<Record<PatientFieldName, string>>>;
  /** Rendered before the fields that only some units collect. */
  children?: ReactNode;
}

const limit = constants.SHORT_TEXT_LIMIT;

/** The patient's identity, with the fields that the unit collects. Used when requesting a consult and when correcting one. */
export function PatientFields<V extends FieldValues>(props: PatientFieldsProps<V>) {
  const { unit, field, children } = props;
  const given: NonNullable<typeof props.given> = props.given ?? {};
  const { stringDictionary } = useMe();
  const collects = collectedFields(unit);
  const number = unit?.FeaturesByLocations.configurablePatientNumber ?? null;
  const numberLabel = idNumberLabel(stringDictionary);
  return (
    <>
      <InputOrValue label="First Name" value={given.nameGiven}>
        <TextField {...field('nameGiven')} label="First Name" limit={limit} required />
      </InputOrValue>
      <InputOrValue label="Last Name" value={given.nameFamily}>
        <TextField {...field('nameFamily')} label="Last Name" limit={limit} required />
      </InputOrValue>
      <InputOrValue label="Date of Birth" value={given.birthDate}>
        <BirthDateField {...field('birthDate')} label="Date of Birth" required />
      </InputOrValue>
      <InputOrValue label="Sex" value={given.gender}>
        {collects.gender && <SingleChoiceField {...field('gender')} label="Sex" options={choices.Sex} required />}
      </InputOrValue>
      {children}
      {collects['additionalData.enumber'] && (
        <InputOrValue label={numberLabel} value={given['additionalData.enumber']}>
          <TextField {...field('additionalData.enumber')} label={numberLabel} inputMode="numeric" required />
        </InputOrValue>
      )}
      {collects['additionalData.patientNumber'] && number !== null && (
        <PatientNumberField
          {...field('additionalData.patientNumber')}
          label={numberTexts(number, stringDictionary).label}
          number={number}
        />
      )}
    </>
  );
}

interface InputOrValueProps {
  label: string;
  /** The EHR's value; undefined if it has none. */
  value: string | undefined;
  children?: ReactNode;
}

/** An input, or the value that the hospital's EHR supplied for it. */
export function InputOrValue({ label, value, children }: InputOrValueProps) {
  if (value === undefined) return children;
  return <TextInput label={label} value={value} readOnly variant="filled" maw="var(--wl-field-width)" />;
}
