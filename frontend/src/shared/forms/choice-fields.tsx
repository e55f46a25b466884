import type { FieldValues } from 'react-hook-form';

import { type ChoiceOption, ChoiceInput, Choices, type ChoicesVariant } from './choices';
import { FieldGroup, groupProps } from './field-group';
import { type ChoiceValue, RadioChoices, type RadioOption } from './radio-choices';
import { type FieldProps, useField } from './use-field';

export interface SingleChoiceFieldProps<V extends FieldValues, T extends ChoiceValue> extends FieldProps<V> {
  /** In the order of the contract's list. */
  options: readonly RadioOption<T>[];
  /** Separate chips by default; a bar for a few short options, a list for sentences. */
  variant?: ChoicesVariant;
  /** Shown as selected instead of the form's own value. */
  forced?: T | undefined;
  /** Called after the user has chosen, for what depends on the choice. */
  onChosen?: (value: T) => void;
}

/** A single choice; blank text means unanswered. */
export function SingleChoiceField<V extends FieldValues, T extends ChoiceValue>(props: SingleChoiceFieldProps<V, T>) {
  const { options, variant = 'chips', forced, onChosen } = props;
  const { ref, ...field } = useField(props);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <RadioChoices
        id={field.id}
        options={options}
        variant={variant}
        data-autofocus={props['data-autofocus']}
        value={forced ?? field.value}
        invalid={field.error !== undefined}
        onChoose={(value) => {
          field.set(value);
          if (!field.readOnly) onChosen?.(value);
        }}
        onBlur={field.onBlur}
        inputRef={ref}
      />
    </FieldGroup>
  );
}

export interface ChoiceFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** In the order of the contract's list. */
  options: readonly ChoiceOption<string>[];
}

export interface MultiChoiceFieldProps<V extends FieldValues> extends ChoiceFieldProps<V> {
  /** An exclusive value, such as Unknown: selecting it clears the others, selecting another clears it. */
  exclusive?: string;
}

/** A multiple choice as chips; the value is a list in the order of the options. */
export function MultiChoiceField<V extends FieldValues>(props: MultiChoiceFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const selected = asList(field.value);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Choices variant="chips">
        {props.options.map((option, index) => (
          <ChoiceInput
            key={option.value}
            type="checkbox"
            id={index === 0 ? field.id : `${field.id}-${index}`}
            name={field.id}
            checked={selected.includes(option.value)}
            invalid={field.error !== undefined}
            label={option.label}
            onToggle={() => field.set(toggled(selected, option.value, props.options, props.exclusive))}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}

/** The list with one value added or removed, in the order of the options. */
export function toggled(
  selected: readonly string[],
  value: string,
  options: readonly ChoiceOption<string>[],
  exclusive?: string,
): string[] {
  if (selected.includes(value)) return selected.filter((other) => other !== value);
  if (value === exclusive) return [value];
  return options
    .map((option) => option.value)
    .filter((item) => item === value || (item !== exclusive && selected.includes(item)));
}

export function asList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
