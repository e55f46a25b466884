import type { FieldValues } from 'react-hook-form';

import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { type FieldProps, useField } from '@/shared/forms/use-field';

import { toggled } from './person-values';

export interface IdsFieldProps<V extends FieldValues> extends FieldProps<V> {
  options: readonly { readonly id: number; readonly name: string }[];
  /** The ids after one of them was pressed; in their order by default. */
  toggle?: (ids: readonly number[], id: number) => number[];
}

/** Some of many, by their ids. */
export function IdsField<V extends FieldValues>({ options, toggle = toggled, ...props }: IdsFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const ids = asIds(field.value);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Choices variant="chips">
        {options.map(({ id, name }, index) => (
          <ChoiceInput
            key={id}
            type="checkbox"
            id={index === 0 ? field.id : `${field.id}-${id}`}
            name={field.id}
            checked={ids.includes(id)}
            invalid={field.error !== undefined}
            label={name}
            onToggle={() => field.set(toggle(ids, id))}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}

/** A draft may hold anything. */
export function asIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
