import { Button } from '@mantine/core';
import { type Control, useFormState } from 'react-hook-form';

import { SubmitButton } from '@/shared/forms/submit-button';

import classes from './person.module.css';
import type { PersonValues } from './person-values';

export interface SaveBarProps {
  control: Control<PersonValues>;
  /** What saving would change. */
  summary?: string;
  label: string;
  disabled?: boolean;
  onDiscard?: () => void;
}

/** Always in sight while the form is: how much would be saved, and the buttons. */
export function SaveBar({ control, summary, label, disabled = false, onDiscard }: SaveBarProps) {
  const { isSubmitting, isDirty } = useFormState({ control });
  return (
    <div className={classes.bar}>
      {summary !== undefined && (
        <span className={classes.summary} role="status">
          {summary}
        </span>
      )}
      {onDiscard !== undefined && (
        <Button variant="default" disabled={!isDirty || isSubmitting} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <SubmitButton label={label} busy={isSubmitting} disabled={disabled} />
    </div>
  );
}
