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

/** Registers a field with its form; returns the id for its first input. */
export function useFieldId(name: string, label: string): string {
  const ownId = useId();
  const fields = use(FormFieldsContext);
  useEffect(() => {
    fields?.labels.set(name, label);
    return () => void fields?.labels.delete(name);
  }, [fields, name, label]);
  return fields?.idOf(name) ?? `${ownId}${name}`;
}
