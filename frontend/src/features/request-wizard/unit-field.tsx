import type { Control } from 'react-hook-form';

import type { LocationRead } from '@/api/generated/types.gen';
import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup } from '@/shared/forms/field-group';
import { useField } from '@/shared/forms/use-field';

import type { PatientValues } from './wizard-data';

export interface UnitFieldProps {
  control: Control<PatientValues>;
  units: readonly LocationRead[];
}

/** The location unit in which the patient is. */
export function UnitField({ control, units }: UnitFieldProps) {
  const { ref, ...field } = useField({ control, name: 'locationId', label: 'Unit' });
  return (
    <FieldGroup id={field.id} label="Unit" required error={field.error}>
      <Choices look="chips">
        {units.map((unit, index) => (
          <ChoiceInput
            key={unit.id}
            type="radio"
            id={index === 0 ? field.id : `${field.id}-${unit.id}`}
            name={field.id}
            checked={field.value === unit.id}
            invalid={field.error !== undefined}
            label={unit.unit}
            onToggle={() => field.set(unit.id)}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}
