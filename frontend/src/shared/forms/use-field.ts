import { type ReactNode, use } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

import { SendingContext, useFieldId } from './form-fields';

/** What every field takes. `name` is the path on the wire, so a form's values are the request. */
export interface FieldProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  /** The question, in the words a clinician says. */
  label: string;
  description?: ReactNode;
  /** Marks the question as one that needs an answer; whether it has one is decided by the form's schema and rules. */
  required?: boolean;
  disabled?: boolean;
  /** Has the focus when the dialog around it opens. */
  'data-autofocus'?: boolean;
}

/** Blank text means unanswered: react-hook-form would answer an `undefined` with the default value. */
export interface Field {
  id: string;
  /** Narrow it with `asText` and its siblings: a draft from the session storage may hold anything. */
  value: unknown;
  error: string | undefined;
  /** While the form is being sent nothing can be changed. */
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
