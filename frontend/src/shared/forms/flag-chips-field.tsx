import { TextInput } from '@mantine/core';
import { use } from 'react';
import { type Control, type FieldPath, type FieldValues, get, useController, useFormState } from 'react-hook-form';

import { ChoiceInput, Choices } from './choices';
import classes from './choices.module.css';
import { FieldGroup, groupProps } from './field-group';
import { SendingContext, useFieldId } from './form-fields';
import { messageOf } from './other-choice-field';
import { type FieldProps, useField } from './use-field';

interface Flag<V extends FieldValues> {
  readonly name: FieldPath<V>;
  readonly label: string;
}

export interface FlagChipsFieldProps<V extends FieldValues> extends Omit<FieldProps<V>, 'name'> {
  /** The path of the errors of the "at least one" rule, which are shown at the group. */
  name: string;
  /** One boolean field per chip. */
  flags: readonly Flag<V>[];
  /** The text field of an Other chip: null while it is not checked. */
  other?: Flag<V>;
}

/** Chips that are separate boolean fields, for requests that send separate flags. */
export function FlagChipsField<V extends FieldValues>(props: FlagChipsFieldProps<V>) {
  const { control, flags, other } = props;
  const { errors } = useFormState({ control });
  const id = useFieldId(props.name, props.label);
  const error = messageOf(get(errors, props.name));
  return (
    <FieldGroup {...groupProps(props)} id={id} error={error}>
      <Choices variant="chips">
        {flags.map((flag, index) => (
          <FlagChip
            key={flag.name}
            control={control}
            flag={flag}
            id={index === 0 ? id : `${id}-${index}`}
            invalid={error !== undefined}
          />
        ))}
        {other !== undefined && (
          <OtherChip control={control} flag={other} id={`${id}-other`} invalid={error !== undefined} />
        )}
      </Choices>
      {other !== undefined && <OtherText control={control} flag={other} />}
    </FieldGroup>
  );
}

interface ChipProps<V extends FieldValues> {
  control: Control<V>;
  flag: Flag<V>;
  id: string;
  invalid: boolean;
}

function FlagChip<V extends FieldValues>({ control, flag, id, invalid }: ChipProps<V>) {
  const { field } = useController({ control, name: flag.name });
  const sending = use(SendingContext);
  const { ref } = field;
  const checked: unknown = field.value;
  return (
    <ChoiceInput
      type="checkbox"
      id={id}
      name={flag.name}
      checked={checked === true}
      invalid={invalid}
      label={flag.label}
      onToggle={() => sending || field.onChange(checked !== true)}
      onBlur={field.onBlur}
      inputRef={ref}
    />
  );
}

function OtherChip<V extends FieldValues>({ control, flag, id, invalid }: ChipProps<V>) {
  const { field } = useController({ control, name: flag.name });
  const sending = use(SendingContext);
  const checked = typeof field.value === 'string';
  return (
    <ChoiceInput
      type="checkbox"
      id={id}
      name={id}
      checked={checked}
      invalid={invalid}
      label={flag.label}
      onToggle={() => sending || field.onChange(checked ? null : '')}
      onBlur={field.onBlur}
    />
  );
}

function OtherText<V extends FieldValues>({ control, flag }: Pick<ChipProps<V>, 'control' | 'flag'>) {
  const { ref, ...field } = useField({ control, name: flag.name, label: flag.label });
  const { value } = field;
  if (typeof value !== 'string') return null;
  return (
    <TextInput
      className={classes.other}
      id={field.id}
      name={flag.name}
      aria-label={flag.label}
      autoComplete="off"
      readOnly={field.readOnly}
      value={value}
      error={field.error}
      ref={ref}
      onChange={(event) => field.set(event.currentTarget.value)}
      onBlur={() => {
        field.set(value.trim());
        field.onBlur();
      }}
    />
  );
}
