import type { Control } from 'react-hook-form';

import type { LocationRead } from '@/api/generated/types.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';

import type { PatientValues } from './wizard-data';

export interface UnitFieldProps {
  control: Control<PatientValues>;
  units: readonly LocationRead[];
}

/** The unit where the patient is. */
export function UnitField({ control, units }: UnitFieldProps) {
  const options = units.map(({ id, unit }) => ({ value: id, label: unit }));
  return <SingleChoiceField control={control} name="locationId" label="Unit" options={options} required />;
}
