import { type ReactNode, use } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

import { SendingContext, useFieldId } from './form-fields';

/** The props of every field. `name` is the path on the wire, so a form's values are the request. */
export interface FieldProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  /** The question, in a clinician's words. */
  label: string;
  description?: ReactNode;
  /** Marks the field as required; the form's schema and rules validate it. */
  required?: boolean;
  disabled?: boolean;
  /** Gets focus when its dialog opens. */
  'data-autofocus'?: boolean;
}

/** Blank text means unanswered: react-hook-form would replace `undefined` with the default value. */
export interface Field {
  id: string;
  /** Narrow it with `asText` and its siblings: a draft from the session storage may hold anything. */
  value: unknown;
  error: string | undefined;
  /** True while the form is being sent. */
  readOnly: boolean;
  set: (value: unknown) => void;
  onBlur: () => void;
  ref: (element: HTMLElement | null) => void;
}

export function useField<V extends FieldValues>({ control, name, label }: FieldProps<V>): Field {
  const { field, fieldState } = useController({ control, name });
  const id = useFieldId(name, label);
  const sending = use(SendingContext);
  return {
    id,
    value: field.value,
    error: fieldState.error?.message,
    readOnly: sending,
    set: (value) => {
      if (!sending) field.onChange(value);
    },
    onBlur: field.onBlur,
    ref: field.ref,
  };
}

/** What a field's only input has in common with those of other fields, whatever is typed into it; `ref` and the value are its own. */
export function inputProps<V extends FieldValues>(props: FieldProps<V>, field: Omit<Field, 'ref'>) {
  return {
    id: field.id,
    name: props.name,
    label: props.label,
    description: props.description,
    required: props.required ?? false,
    disabled: props.disabled ?? false,
    readOnly: field.readOnly,
    error: field.error,
    'data-autofocus': props['data-autofocus'],
    onBlur: field.onBlur,
  };
}

/** The same for a list to choose from, which browsers cannot make read-only. */
export function selectProps<V extends FieldValues>(props: FieldProps<V>, field: Omit<Field, 'ref'>) {
  const { readOnly, disabled, ...shared } = inputProps(props, field);
  return { ...shared, disabled: disabled || readOnly };
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
