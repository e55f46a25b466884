import type { FieldValues } from 'react-hook-form';

import { ChoiceInput } from './choices';
import { type FieldProps, useField } from './use-field';

/** A single checkbox; its value is true or false. */
export function CheckboxField<V extends FieldValues>(props: Pick<FieldProps<V>, 'control' | 'name' | 'label'>) {
  const { ref, ...field } = useField(props);
  return (
    <div>
      <ChoiceInput
        type="checkbox"
        id={field.id}
        name={field.id}
        checked={field.value === true}
        invalid={field.error !== undefined}
        label={props.label}
        onToggle={() => field.set(field.value !== true)}
        onBlur={field.onBlur}
        inputRef={ref}
      />
    </div>
  );
}
