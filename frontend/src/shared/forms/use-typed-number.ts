import { useState } from 'react';

import type { Field } from './use-field';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The text of a number field and what a change of it sets. Text that is no number is the value itself, so that the contract
 * refuses it: leaving characters out would make it another number.
 */
export function useTypedNumber({ value, set }: Pick<Field, 'value' | 'set'>) {
  const [shown, setShown] = useState({ value, text: textOf(value) });
  if (shown.value !== value) setShown({ value, text: textOf(value) });
  const change = (text: string) => {
    const next = NUMBER.test(text.trim()) ? Number(text) : text;
    setShown({ value: next, text });
    set(next);
  };
  return { text: shown.text, change };
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}
