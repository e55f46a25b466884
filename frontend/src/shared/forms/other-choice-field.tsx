import { TextInput } from '@mantine/core';
import { type FieldValues, get, useFormState } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';

import { asList, type ChoiceFieldProps, toggled } from './choice-fields';
import { ChoiceInput, Choices } from './choices';
import classes from './choices.module.css';
import { FieldGroup, groupProps } from './field-group';
import { useFieldId } from './form-fields';
import { useField } from './use-field';

interface WithOther {
  selected: string[];
  /** Null while Other is not checked, blank while it is checked and still empty. */
  other: string | null;
}

export interface OtherChoiceFieldProps<V extends FieldValues> extends ChoiceFieldProps<V> {
  otherLabel?: string;
  /** The accessible label of the text input for Other. */
  otherTextLabel?: string;
}

/** Chips with an Other chip, whose text input is shown while it is checked; the value is `{ selected, other }`. */
export function OtherChoiceField<V extends FieldValues>(props: OtherChoiceFieldProps<V>) {
  const { options, otherLabel = 'Other', otherTextLabel = `${props.label}, other` } = props;
  const { ref, ...field } = useField(props);
  const { errors } = useFormState({ control: props.control });
  const otherName = `${props.name}.other`;
  const otherId = useFieldId(otherName, otherTextLabel);
  const value = asWithOther(field.value);
  const invalid = field.error !== undefined;
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Choices variant="chips">
        {options.map((option, index) => (
          <ChoiceInput
            key={option.value}
            type="checkbox"
            id={index === 0 ? field.id : `${field.id}-${index}`}
            name={field.id}
            checked={value.selected.includes(option.value)}
            invalid={invalid}
            label={option.label}
            onToggle={() => field.set({ ...value, selected: toggled(value.selected, option.value, options) })}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
        <ChoiceInput
          type="checkbox"
          id={`${field.id}-other`}
          name={field.id}
          checked={value.other !== null}
          invalid={invalid}
          label={otherLabel}
          onToggle={() => field.set({ ...value, other: value.other === null ? '' : null })}
          onBlur={field.onBlur}
        />
      </Choices>
      {value.other !== null && (
        <TextInput
          className={classes.other}
          id={otherId}
          aria-label={otherTextLabel}
          readOnly={field.readOnly}
          maxLength={constants.MAX_TYPED_LENGTH}
          value={value.other}
          error={messageOf(get(errors, otherName))}
          onChange={(event) => field.set({ ...value, other: event.currentTarget.value })}
          onBlur={() => {
            field.set({ ...value, other: value.other?.trim() ?? null });
            field.onBlur();
          }}
        />
      )}
    </FieldGroup>
  );
}

function asWithOther(value: unknown): WithOther {
  if (typeof value !== 'object' || value === null) return { selected: [], other: null };
  const selected = 'selected' in value ? asList(value.selected) : [];
  return { selected, other: 'other' in value && typeof value.other === 'string' ? value.other : null };
}

export function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
