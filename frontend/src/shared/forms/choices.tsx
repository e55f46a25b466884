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
  /** The key that selects it, if it differs from its position. */
  digit?: string | undefined;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** One option: a native input that looks like a large button. */
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
        onKeyDown={selectByKey}
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

/** While a group has focus, 1 selects its first option and 2 its second, unless the options define their own keys. */
function selectByKey(event: KeyboardEvent<HTMLInputElement>) {
  if (!/^[0-9a-z]$/.test(event.key) || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const inputs = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])];
  // In a group with a number or time input, digits belong to that input.
  if (inputs.length === 0 || !inputs.every(({ type }) => type === 'radio' || type === 'checkbox')) return;
  const hasOwnKeys = inputs.some((input) => input.dataset.digit !== undefined);
  const option = hasOwnKeys ? inputs.find((input) => input.dataset.digit === event.key) : inputs[Number(event.key) - 1];
  if (option === undefined) return;
  event.preventDefault();
  option.focus();
  option.click();
}

export type ChoicesVariant = 'bar' | 'chips' | 'list';

/** One bar, separate chips that wrap, or a vertical list for sentences. */
export function Choices({ variant, children }: { variant: ChoicesVariant; children: ReactNode }) {
  return <div className={classes[variant]}>{children}</div>;
}
