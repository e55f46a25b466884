import type { FieldValues } from 'react-hook-form';

import { type ChoiceOption, ChoiceInput, Choices } from './choices';
import { FieldGroup } from './field-group';
import { type FieldProps, useField } from './use-field';

type Answer = string | number | boolean | null;

export interface SegmentedFieldProps<V extends FieldValues, T extends Answer> extends FieldProps<V> {
  options: readonly ChoiceOption<T>[];
}

/** A few answers side by side, one of them chosen; nothing chosen is unanswered (`undefined`). */
export function SegmentedField<V extends FieldValues, T extends Answer>(props: SegmentedFieldProps<V, T>) {
  const { ref, ...field } = useField(props);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Choices look="bar">
        {props.options.map((option, index) => (
          <ChoiceInput
            key={String(option.value)}
            type="radio"
            id={index === 0 ? field.id : `${field.id}-${index}`}
            name={field.id}
            checked={field.value === option.value}
            invalid={field.error !== undefined}
            label={option.label}
            onToggle={() => field.set(option.value)}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}

const yesNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
] as const;

const yesNoUnknown = [...yesNo, { value: null, label: 'Unknown' }] as const;

/** Its value is true or false. */
export function YesNoField<V extends FieldValues>(props: FieldProps<V>) {
  return <SegmentedField {...props} options={yesNo} />;
}

/** Its value is true, false, or null for Unknown. */
export function YesNoUnknownField<V extends FieldValues>(props: FieldProps<V>) {
  return <SegmentedField {...props} options={yesNoUnknown} />;
}

type GroupWords = Pick<FieldProps<FieldValues>, 'label' | 'description' | 'required' | 'disabled'>;

export function groupProps({ label, description, required, disabled }: GroupWords) {
  return { label, description, required: required ?? false, disabled: disabled ?? false };
}
