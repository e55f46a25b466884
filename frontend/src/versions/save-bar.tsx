import { Button } from '@mantine/core';
import { type FieldValues, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import { SubmitButton } from '@/shared/forms/submit-button';
import { pluralize } from '@/shared/lib/pluralize';

import classes from './versions.module.css';

export interface SaveBarProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  /** How many answers differ from what was saved. Only this is counted again with every key. */
  countChanges: () => number;
  onDiscard: () => void;
  /** Whether a question about the change is open: nothing is being sent. */
  isAsked?: boolean;
}

/** Always in sight while the form is: how much would be saved, and the buttons. */
export function SaveBar<V extends FieldValues>({
  form: { control },
  countChanges,
  onDiscard,
  isAsked = false,
}: SaveBarProps<V>) {
  useWatch({ control });
  const { isSubmitting, isDirty } = useFormState({ control });
  const changes = countChanges();
  return (
    <div className={classes.bar} data-save-bar>
      <span className={classes.summary} role="status">
        {changes === 0 ? 'No changes' : pluralize(changes, 'change')}
      </span>
      <Button variant="default" disabled={!isDirty || isSubmitting} onClick={onDiscard}>
        Discard
      </Button>
      <SubmitButton label="Save" busy={isSubmitting && !isAsked} disabled={changes === 0} />
    </div>
  );
}
