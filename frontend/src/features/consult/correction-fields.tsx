import type { Control } from 'react-hook-form';

import { choices } from '@/api/contract/choices/patients.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { type PatientFieldName, PatientFields } from '@/patients/patient-fields';
import { formatDay } from '@/shared/lib/dates';

import type { PatientField, PatientTexts, PatientValues } from './correction';

export interface CorrectionFieldsProps {
  control: Control<PatientValues>;
  unit: LocationRead;
  /** What another user has changed a field to since this user edited it. */
  changedByOthers: PatientTexts;
}

/** The patient's fields, each with the value that another user has given it. */
export function CorrectionFields({ control, unit, changedByOthers }: CorrectionFieldsProps) {
  const field = (own: PatientFieldName) => {
    const name: PatientField = `patient.${own}`;
    return {
      control,
      name,
      description: describeChange(name, changedByOthers[name]),
      'data-autofocus': own === 'nameGiven',
    };
  };
  return <PatientFields unit={unit} field={field} />;
}

function describeChange(name: PatientField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text === '') return 'Another user cleared this field.';
  if (name === 'patient.birthDate') return `Another user changed this to: ${formatDay(text)}.`;
  const sex = name === 'patient.gender' ? choices.Sex.find(({ value }) => value === text)?.label : undefined;
  return `Another user changed this to: ${sex ?? text}.`;
}
