import type { ReactNode } from 'react';

import { ChoiceInput, Choices, type ChoicesLook } from './choices';

/** The value of a choice on the wire; null is an answer, such as Unknown. */
export type Answer = string | number | boolean | null;

export interface RadioOption<T extends Answer> {
  readonly value: T;
  readonly label: ReactNode;
  /** The key that picks it, where that is not its place. */
  readonly digit?: string;
}

export interface RadioChoicesProps<T extends Answer> {
  /** The id of the first choice; the others' begin with it. */
  id: string;
  options: readonly RadioOption<T>[];
  value: unknown;
  onChoose: (value: T) => void;
  look?: ChoicesLook;
  invalid?: boolean;
  onBlur?: () => void;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** One answer out of several, inside a `FieldGroup`. */
export function RadioChoices<T extends Answer>(props: RadioChoicesProps<T>) {
  const { id, options, value, onChoose, look = 'chips', invalid = false, onBlur = () => undefined, inputRef } = props;
  // Where the Tab key would lead: to the answer, or to the first while there is none.
  const entry = Math.max(
    options.findIndex((option) => option.value === value),
    0,
  );
  return (
    <Choices look={look}>
      {options.map((option, index) => (
        <ChoiceInput
          key={String(option.value)}
          type="radio"
          id={index === 0 ? id : `${id}-${index}`}
          name={id}
          checked={value === option.value}
          invalid={invalid}
          label={option.label}
          digit={option.digit}
          onToggle={() => onChoose(option.value)}
          onBlur={onBlur}
          inputRef={index === 0 ? inputRef : undefined}
          data-autofocus={index === entry ? props['data-autofocus'] : undefined}
        />
      ))}
    </Choices>
  );
}
