import type { Control, FieldPath } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { TextField } from '@/shared/forms/text-field';

import type { VersionedValues } from './versioned';
import classes from './versions.module.css';

export interface ReasonFieldProps<V extends VersionedValues> {
  control: Control<V>;
  name: FieldPath<V>;
}

/** Why something is changed; the last part of an object's form. */
export function ReasonField<V extends VersionedValues>({ control, name }: ReasonFieldProps<V>) {
  return (
    <div className={classes.group}>
      <TextField
        control={control}
        name={name}
        label="Reason (optional)"
        description="Shown in the history with your change."
        limit={constants.SHORT_TEXT_LIMIT}
      />
    </div>
  );
}
