import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';

import classes from './form.module.css';
import type { FieldProps } from './use-field';

export interface FieldGroupProps {
  id: string;
  label: string;
  description?: ReactNode;
  required?: boolean;
  error?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** Several inputs under one label. */
export function FieldGroup({
  id,
  label,
  description,
  required = false,
  error,
  disabled = false,
  children,
}: FieldGroupProps) {
  const described = [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`];
  return (
    <fieldset
      className={classes.group}
      disabled={disabled}
      aria-describedby={described.filter((part) => part !== false).join(' ') || undefined}
      data-error={error !== undefined || undefined}
    >
      <legend className={classes.legend}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        )}
        {required && <span className="wl-visually-hidden"> (required)</span>}
      </legend>
      {description !== undefined && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className={classes.body}>{children}</div>
    </fieldset>
  );
}

type GroupTexts = Pick<FieldProps<FieldValues>, 'label' | 'description' | 'required' | 'disabled'>;

/** The props that a field passes to its group. */
export function groupProps({ label, description, required, disabled }: GroupTexts) {
  return { label, description, required: required ?? false, disabled: disabled ?? false };
}
