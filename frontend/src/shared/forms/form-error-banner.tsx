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
    else if (key !== 'ref' && key !== 'types')
      found.push(...flattenErrors(value, path === '' ? key : `${path}.${key}`));
  }
  return found;
}

/** As they stand on the page, for an error's place among the others says nothing of where its field is; those without a field come last. */
function inPageOrder(found: readonly FoundError[], fields: FormFields | null): FoundError[] {
  const places = found.map((error) => ({ error, field: document.getElementById(fields?.idOf(error.path) ?? '') }));
  places.sort(({ field: one }, { field: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
  return places.map(({ error }) => error);
}

/** Shown after a submission that was refused here or by the server. */
export function FormErrorBanner<V extends FieldValues>({ control, title }: { control: Control<V>; title: string }) {
  const { errors, submitCount } = useFormState({ control });
  const fields = use(FormFieldsContext);
  const found = inPageOrder(flattenErrors(errors satisfies FieldErrors<V>), fields);
  if (submitCount === 0 || found.length === 0) return null;
  return (
    <div className={classes.banner} data-error-summary>
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
