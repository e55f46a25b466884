import { type FieldValues, get } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';

/** A number or choice as it is sent; the contract refuses what is blank. */
export function asNumber(value: number | ''): number {
  return value === '' ? Number.NaN : value;
}

export function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The contract's errors, with what is blank as required: to the contract it is no number. */
export function withBlanks(values: FieldValues, errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...errors].map(([field, message]) => [field, get(values, field) === '' ? messages.REQUIRED : message]),
  );
}
