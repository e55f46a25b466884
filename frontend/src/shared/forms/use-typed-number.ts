import { useState } from 'react';

import type { Field } from './use-field';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The text of a number field and its change handler. Text that is not a number becomes the value as it is, so that the contract
 * rejects it; dropping characters would make it a different number.
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
