import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { ApiError } from './errors';

/** Puts the fields that the server refused (400) into the form; answers false when the failure was something else. */
export function showServerErrors<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.fieldErrors.length === 0) return false;
  for (const { field, message } of failure.fieldErrors) {
    // The server names fields by the paths of the contract, from which the form's type comes.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a name that came from outside
    form.setError(field as FieldPath<V>, { type: 'server', message });
  }
  return true;
}
