import { use } from 'react';
import { type Control, type FieldErrors, type FieldValues, useFormState } from 'react-hook-form';

import { Banner } from '@/shared/ui/banner';

import classes from './form.module.css';
import { type FormFields, FormFieldsContext } from './form-fields';

interface FoundError {
  path: string;
  message: string;
}

/** Every message in a form's errors with the path of its field. */
function flattenErrors(errors: unknown, path = ''): FoundError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const found: FoundError[] = [];
  for (const [key, value] of Object.entries(errors)) {
    if (key === 'message' && typeof value === 'string' && value !== '') found.push({ path, message: value });
    else if (key === 'root') found.push(...flattenErrors(value, path));
    else if (key !== 'ref' && key !== 'types')
      found.push(...flattenErrors(value, path === '' ? key : `${path}.${key}`));
  }
  return found;
}

/** In the order of their fields on the page, because the form lists errors in no useful order; errors without a field come last. */
function inPageOrder(found: readonly FoundError[], fields: FormFields | null): FoundError[] {
  const located = found.map((error) => ({ error, field: document.getElementById(fields?.idOf(error.path) ?? '') }));
  located.sort(({ field: a }, { field: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
  return located.map(({ error }) => error);
}

/** Shown after a submission was rejected by the browser's validation or by the server. */
export function FormErrorBanner<V extends FieldValues>({ control, title }: { control: Control<V>; title: string }) {
  const { errors, submitCount } = useFormState({ control });
  const fields = use(FormFieldsContext);
  const found = inPageOrder(flattenErrors(errors satisfies FieldErrors<V>), fields);
  if (submitCount === 0 || found.length === 0) return null;
  return (
    <div className={classes.banner} data-error-summary tabIndex={-1}>
      <Banner tone="danger" announce="alert" title={title}>
        <ul className={classes.errors}>
          {found.map(({ path, message }) => (
            <li key={path}>
              <FieldLink id={fields?.idOf(path)} label={fields?.labels.get(path)} message={message} />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function FieldLink({ id, label, message }: { id: string | undefined; label: string | undefined; message: string }) {
  if (id === undefined || label === undefined) return message;
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {label.endsWith('?') ? label : `${label}:`} {message}
    </a>
  );
}
