import type { FieldValues } from 'react-hook-form';

import { SingleChoiceField } from '@/shared/forms/choice-fields';
import type { FieldProps } from '@/shared/forms/use-field';

import { Group } from '../group';

export interface HowFieldProps<V extends FieldValues> extends Pick<FieldProps<V>, 'control' | 'name'> {
  /** What is changed, in the plural: `service lines`. */
  plural: string;
  needsApproval: boolean;
}

const HOW = [
  { value: 'now', label: 'Apply now' },
  { value: 'draft', label: 'Save as a draft' },
] as const;

/** Whether a change of an object without a draft applies at once. */
export function HowField<V extends FieldValues>({ control, name, plural, needsApproval }: HowFieldProps<V>) {
  return (
    <Group title="When It Applies">
      {needsApproval ? (
        <p>Changes of {plural} are saved as drafts, which someone else has to approve.</p>
      ) : (
        <SingleChoiceField control={control} name={name} label="Press Save to" options={HOW} />
      )}
    </Group>
  );
}
