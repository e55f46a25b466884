import { useEffect, useId, useRef } from 'react';

import { useMe } from '@/session/me';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import type { Choice, Conflict } from './use-conflict';
import type { Versioned, VersionedValues } from './versioned';
import classes from './versions.module.css';

export interface ChangedMeanwhileProps<O, V extends VersionedValues, F extends keyof V & string> {
  state: Conflict<V, F>;
  kind: Pick<Versioned<O, V, F>, 'noun' | 'labels' | 'answerInWords'>;
  /** Save was pressed before everything was decided. */
  isAsked: boolean;
  onChoose: (field: F, choice: Choice) => void;
}

/** Says who changed the object while it was being edited, and lets the administrator decide what counts. */
export function ChangedMeanwhile<O, V extends VersionedValues, F extends keyof V & string>({
  state,
  kind,
  isAsked,
  onChoose,
}: ChangedMeanwhileProps<O, V, F>) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), [isAsked]);
  const title = useChangedTitle(state.by, kind.noun);
  return (
    <Banner ref={banner} tone="warning" announce="alert" title={title}>
      <p>{advice(state, isAsked)}</p>
      {state.fields.map((field) => (
        <Field
          key={field}
          label={kind.labels[field]}
          theirs={kind.answerInWords(field, state.theirs)}
          mine={kind.answerInWords(field, state.mine)}
          chosen={state.chosen[field]}
          onChoose={(choice) => onChoose(field, choice)}
        />
      ))}
    </Banner>
  );
}

function advice({ fields, isSame }: Pick<Conflict<VersionedValues, string>, 'fields' | 'isSame'>, isAsked: boolean) {
  if (isSame) return 'Their version is the same as yours. There is nothing left to save.';
  if (fields.length === 0)
    return 'Nothing was saved, and what you typed is still here. It is about something else, so press Save again.';
  return isAsked
    ? 'Nothing was saved. Choose in each field below whose answer counts, then press Save again.'
    : 'Nothing was saved, and what you typed is still here. Choose whose answer counts, then press Save again.';
}

const options = [
  { value: 'theirs', label: 'Take theirs' },
  { value: 'mine', label: 'Keep mine' },
] as const;

interface FieldProps {
  label: string;
  theirs: string;
  mine: string;
  chosen: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function Field({ label, theirs, mine, chosen, onChoose }: FieldProps) {
  const id = useId();
  return (
    <fieldset className={classes.conflict}>
      <legend>{label}</legend>
      <p>Theirs: {theirs}</p>
      <p>Yours: {mine}</p>
      <RadioChoices id={id} options={options} variant="chips" value={chosen} onChoose={onChoose} />
    </fieldset>
  );
}

/** Who changed it. */
export function useChangedTitle(by: Conflict<VersionedValues, string>['by'], noun: string): string {
  const { id } = useMe();
  if (by === null) return `This ${noun} was changed while you were editing.`;
  return by.id === id
    ? `You changed this ${noun} in another window.`
    : `${fullName(by)} changed this ${noun} while you were editing.`;
}
