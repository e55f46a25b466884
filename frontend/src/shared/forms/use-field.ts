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

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
