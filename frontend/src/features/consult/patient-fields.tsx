import type { Control } from 'react-hook-form';

import { choices } from '@/api/contract/choices.gen';
import { constants } from '@/api/contract/constants.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { numberTexts } from '@/patients/patient-number';
import { PatientNumberField } from '@/patients/patient-number-field';
import { useMe } from '@/session/me';
import { BirthDateField } from '@/shared/forms/birth-date-field';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextField } from '@/shared/forms/text-field';
import { formatBirthDate } from '@/shared/lib/dates';

import type { PatientField, PatientTexts, PatientValues } from './patient-check';

const limit = constants.SHORT_TEXT_LIMIT;

export interface PatientFieldsProps {
  control: Control<PatientValues>;
  unit: LocationRead;
  /** What another user made of a field after this one had typed into it. */
  meanwhile: PatientTexts;
}

/** Who the patient is, as far as the unit asks. */
export function PatientFields({ control, unit, meanwhile }: PatientFieldsProps) {
  const { stringDictionary } = useMe();
  const { collectPatientSex, collectPatientEnumber, configurablePatientNumber: number } = unit.FeaturesByLocations;
  const field = <N extends PatientField>(name: N) => ({ control, name, description: wordsOf(name, meanwhile[name]) });
  return (
    <>
      <TextField {...field('patient.nameGiven')} label="First Name" limit={limit} required data-autofocus />
      <TextField {...field('patient.nameFamily')} label="Last Name" limit={limit} required />
      <BirthDateField {...field('patient.birthDate')} label="Date of Birth" required />
      {collectPatientSex && (
        <SingleChoiceField {...field('patient.gender')} label="Sex" options={choices.Sex} required />
      )}
      {collectPatientEnumber && (
        <TextField
          {...field('patient.additionalData.enumber')}
          label={stringDictionary.ENUMBER_LABEL ?? 'ID Number'}
          inputMode="numeric"
          required
        />
      )}
      {number?.collect === true && (
        <PatientNumberField
          {...field('patient.additionalData.patientNumber')}
          label={numberTexts(number, stringDictionary).label}
          number={number}
        />
      )}
    </>
  );
}

function wordsOf(name: PatientField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text === '') return 'Another user has cleared this.';
  if (name === 'patient.birthDate') return `Another user has changed this to: ${formatBirthDate(text)}.`;
  const sex = name === 'patient.gender' ? choices.Sex.find(({ value }) => value === text)?.label : undefined;
  return `Another user has changed this to: ${sex ?? text}.`;
}
