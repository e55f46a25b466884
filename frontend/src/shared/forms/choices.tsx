import type { KeyboardEvent, ReactNode } from 'react';

import { Icon } from '@/shared/ui/icon';

import classes from './choices.module.css';

export interface ChoiceOption<T> {
  readonly value: T;
  readonly label: string;
}

interface ChoiceInputProps {
  type: 'radio' | 'checkbox';
  id: string;
  name: string;
  checked: boolean;
  invalid: boolean;
  label: ReactNode;
  onToggle: () => void;
  onBlur: () => void;
  /** The key that picks it, where that is not its place. */
  digit?: string | undefined;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** One answer: a native input that looks like a large button. */
export function ChoiceInput({ inputRef, ...props }: ChoiceInputProps) {
  return (
    <label className={classes.choice}>
      <input
        className={classes.input}
        type={props.type}
        id={props.id}
        name={props.name}
        checked={props.checked}
        aria-invalid={props.invalid || undefined}
        onChange={props.onToggle}
        onBlur={props.onBlur}
        onKeyDown={pickByNumber}
        ref={inputRef}
        data-digit={props.digit}
        data-autofocus={props['data-autofocus']}
      />
      <span className={classes.face}>
        <Icon name="check" size="sm" className={classes.mark} />
        {props.label}
      </span>
    </label>
  );
}

/** With the focus in a group, 1 picks its first answer, 2 its second, unless the answers name their own keys. */
function pickByNumber(event: KeyboardEvent<HTMLInputElement>) {
  if (!/^[0-9a-z]$/.test(event.key) || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const inputs = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])];
  // Beside a number or a time a digit is meant for that.
  if (inputs.length === 0 || !inputs.every(({ type }) => type === 'radio' || type === 'checkbox')) return;
  const named = inputs.some((input) => input.dataset.digit !== undefined);
  const answer = named ? inputs.find((input) => input.dataset.digit === event.key) : inputs[Number(event.key) - 1];
  if (answer === undefined) return;
  event.preventDefault();
  answer.focus();
  answer.click();
}

export type ChoicesLook = 'bar' | 'chips' | 'list';

/** Side by side as one bar, as separate chips that wrap, or one below the other where they are sentences. */
export function Choices({ look, children }: { look: ChoicesLook; children: ReactNode }) {
  return <div className={classes[look]}>{children}</div>;
}
