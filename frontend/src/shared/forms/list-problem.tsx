import { type Control, type FieldPath, type FieldValues, get, useFormState } from 'react-hook-form';

import classes from './form.module.css';
import { useFieldId } from './form-fields';

export interface ListProblemProps<V extends FieldValues> {
  control: Control<V>;
  /** Of the list. */
  name: FieldPath<V>;
  label: string;
}

/** What is wrong with a list of rows as a whole. It is found like an invalid field: it gets focus, and the summary leads to it. */
export function ListProblem<V extends FieldValues>({ control, name, label }: ListProblemProps<V>) {
  const { errors } = useFormState({ control });
  const id = useFieldId(name, label);
  const error: unknown = get(errors, name);
  const message = messageOf(error) ?? messageOf(get(error, 'root'));
  if (message === null) return null;
  return (
    <p id={id} className={classes.error} tabIndex={-1} data-invalid>
      {message}
    </p>
  );
}

function messageOf(error: unknown): string | null {
  const message: unknown = get(error, 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}
