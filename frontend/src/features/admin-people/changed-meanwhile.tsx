import { useEffect, useId, useRef } from 'react';

import type { PeopleChoices } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import classes from './person.module.css';
import { type FieldName, LABELS } from './person-values';
import type { Choice, Conflict } from './use-conflict';
import { answerInWords } from './words';

export interface ChangedMeanwhileProps {
  state: Conflict;
  choices: PeopleChoices;
  /** Save was pressed before everything was decided. */
  isAsked: boolean;
  onChoose: (field: FieldName, choice: Choice) => void;
}

/** Says who changed the person while they were being edited, and lets the administrator decide what counts. */
export function ChangedMeanwhile({ state, choices, isAsked, onChoose }: ChangedMeanwhileProps) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), [isAsked]);
  const title = useTitle(state);
  return (
    <Banner ref={banner} tone="warning" announce="alert" title={title}>
      {state.fields.length === 0 ? (
        <p>Their version is the same as yours. There is nothing left to save.</p>
      ) : (
        <p>
          {isAsked
            ? 'Nothing was saved. Choose in each field below whose answer counts, then press Save again.'
            : 'Nothing was saved, and what you typed is still here. Choose whose answer counts, then press Save again.'}
        </p>
      )}
      {state.fields.map((field) => (
        <Field key={field} field={field} state={state} choices={choices} onChoose={onChoose} />
      ))}
    </Banner>
  );
}

const options = [
  { value: 'theirs', label: 'Take theirs' },
  { value: 'mine', label: 'Keep mine' },
] as const;

function Field({ field, state, choices, onChoose }: Omit<ChangedMeanwhileProps, 'isAsked'> & { field: FieldName }) {
  const id = useId();
  return (
    <fieldset className={classes.conflict}>
      <legend>{LABELS[field]}</legend>
      <p>Theirs: {answerInWords(field, state.theirs, choices)}</p>
      <p>Yours: {answerInWords(field, state.mine, choices)}</p>
      <RadioChoices
        id={id}
        options={options}
        variant="chips"
        value={state.chosen[field]}
        onChoose={(choice) => onChoose(field, choice)}
      />
    </fieldset>
  );
}

/** An own save whose response was lost is refused like someone else's when it is repeated. */
function useTitle({ by }: Conflict): string {
  const { id } = useMe();
  if (by === null) return 'This person was changed while you were editing.';
  return by.id === id
    ? 'You have changed this person in the meantime.'
    : `${fullName(by)} changed this person while you were editing.`;
}
