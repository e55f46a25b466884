import { NativeSelect } from '@mantine/core';

import type { Successor } from '@/api/generated/types.gen';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { useNow } from '@/shared/hooks/use-now';

import classes from './handoff.module.css';
import type { Choice } from './use-handoff';
import { successorLabel } from './words';

interface HandoffChoiceProps {
  id: string;
  label: string;
  /** What is handed over or left is clear to see; only screen readers need the label. */
  labelHidden?: boolean;
  /** Those to whom it can be handed, the most suitable first; at least one. */
  successors: readonly Successor[];
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

const ways = [
  { value: 'hand', label: 'Hand Over' },
  { value: 'leave', label: 'Leave' },
] as const;

/** Hand over, and to whom, or leave. */
export function HandoffChoice(props: HandoffChoiceProps) {
  const { id, label, labelHidden = false, successors, choice, onChoose } = props;
  const now = useNow();
  const [first] = successors;
  return (
    <fieldset className={classes.choice}>
      <legend className={labelHidden ? 'wl-visually-hidden' : classes.label}>{label}</legend>
      <RadioChoices
        id={id}
        variant="bar"
        options={ways}
        value={typeof choice === 'number' ? 'hand' : choice}
        onChoose={(way) => onChoose(way === 'leave' || first === undefined ? 'leave' : first.id)}
      />
      {typeof choice === 'number' && (
        <NativeSelect
          label="To"
          value={String(choice)}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        >
          {successors.map((successor) => (
            <option key={successor.id} value={successor.id}>
              {successorLabel(successor, now)}
            </option>
          ))}
        </NativeSelect>
      )}
    </fieldset>
  );
}
