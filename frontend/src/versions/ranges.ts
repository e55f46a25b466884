import { type FieldValues, get } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import type { Messages } from '@/api/form-contract';

/** What a field takes, by the end of its path in the form. */
export type Ranges = Readonly<Record<string, string>>;

/**
 * The errors with those of numbers and times in words: they are typed as text, often in other units than the contract's, so only the form
 * can say which ones it takes.
 */
export function withRanges(errors: Messages, values: FieldValues, ranges: Ranges): Map<string, string> {
  const worded = [...errors].map(([path, message]): [string, string] => {
    const range = ranges[path.split('.').at(-1) ?? ''];
    if (range === undefined) return [path, message];
    const typed: unknown = get(values, path);
    return [path, typed === undefined || typed === '' ? messages.REQUIRED : range];
  });
  return new Map(worded);
}
