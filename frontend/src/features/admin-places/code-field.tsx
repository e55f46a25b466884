import type { Control, FieldPath, FieldValues } from 'react-hook-form';

import { TextField } from '@/shared/forms/text-field';

/** The code of a new place. */
export function CodeField<V extends FieldValues>({ control, name }: { control: Control<V>; name: FieldPath<V> }) {
  return (
    <TextField
      control={control}
      name={name}
      label="Code"
      description="A short name that never changes: lowercase letters, digits, and hyphens, for example north-ed."
      required
    />
  );
}
