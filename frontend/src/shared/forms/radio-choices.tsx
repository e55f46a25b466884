import type { ReactNode } from 'react';

import { ChoiceInput, Choices, type ChoicesVariant } from './choices';

/** The value of an option on the wire; null is also a value, such as Unknown. */
export type ChoiceValue = string | number | boolean | null;

export interface RadioOption<T extends ChoiceValue> {
  readonly value: T;
  readonly label: ReactNode;
  /** The key that selects it, if it differs from its position. */
  readonly digit?: string;
}

export interface RadioChoicesProps<T extends ChoiceValue> {
  /** The id of the first choice; the others' begin with it. */
  id: string;
  options: readonly RadioOption<T>[];
  value: unknown;
  onChoose: (value: T) => void;
  variant?: ChoicesVariant;
  invalid?: boolean;
  onBlur?: () => void;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** A single choice, inside a `FieldGroup`. */
export function RadioChoices<T extends ChoiceValue>(props: RadioChoicesProps<T>) {
  const {
    id,
    options,
    value,
    onChoose,
    variant = 'chips',
    invalid = false,
    onBlur = () => undefined,
    inputRef,
  } = props;
  // The tab stop: the selected option, or the first one while none is selected.
  const tabStop = Math.max(
    options.findIndex((option) => option.value === value),
    0,
  );
  return (
    <Choices variant={variant}>
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
          data-autofocus={index === tabStop ? props['data-autofocus'] : undefined}
        />
      ))}
    </Choices>
  );
}
