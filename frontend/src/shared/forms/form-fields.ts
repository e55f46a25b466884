import { createContext, use, useEffect, useId, useMemo } from 'react';

/** What the error banner needs to know about the fields: their labels and the elements to focus. */
export interface FormFields {
  readonly labels: Map<string, string>;
  idOf: (name: string) => string;
}

export const FormFieldsContext = createContext<FormFields | null>(null);

/**
 * True while the form is being sent: a change made now would be lost, because the dialog closes with the response.
 */
export const SendingContext = createContext(false);

export function useCreateFormFields(): FormFields {
  const form = useId();
  return useMemo(() => ({ labels: new Map<string, string>(), idOf: (name) => `${form}${name}` }), [form]);
}

/** What tells apart rows with the same labels, where a field is named away from its row: `Hours 2`. */
export const RowContext = createContext('');

/** Registers a field with its form; returns the id for its first input. */
export function useFieldId(name: string, label: string): string {
  const ownId = useId();
  const fields = use(FormFieldsContext);
  const row = use(RowContext);
  const named = row === '' ? label : `${row}, ${label}`;
  useEffect(() => {
    fields?.labels.set(name, named);
    return () => void fields?.labels.delete(name);
  }, [fields, name, named]);
  return fields?.idOf(name) ?? `${ownId}${name}`;
}
