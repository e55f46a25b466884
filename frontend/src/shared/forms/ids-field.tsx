import type { FieldValues } from 'react-hook-form';

import { ChoiceInput, Choices } from './choices';
import { FieldGroup, groupProps } from './field-group';
import { type FieldProps, useField } from './use-field';

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

export function inOrder(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

/** The ids with one added, or without it. */
export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : inOrder([...ids, id]);
}

/** A draft may hold anything. */
export function asIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
