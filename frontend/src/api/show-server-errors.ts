import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { ApiError } from './errors';

/** Adds the field errors of a 400 to the form; returns false for any other failure. `placeOf` is where a field of the wire is in the form. */
export function showServerErrors<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  failure: unknown,
  placeOf: (field: string) => string = (field) => field,
): boolean {
  if (!(failure instanceof ApiError) || failure.fieldErrors.length === 0) return false;
  for (const { field, message } of failure.fieldErrors) {
    // The server's field paths come from the contract, as does the form's type.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- an external name
    form.setError(placeOf(field) as FieldPath<V>, { type: 'server', message });
  }
  return true;
}
