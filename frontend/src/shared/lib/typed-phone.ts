import { constants } from '@/api/contract/constants.gen';

import { caretBefore, insertedAt, type FormattedText, type TypedEdit } from './typed-edit';

const DIGITS = 10;

/**
 * Formats a North American number, without the country code 1: no area code begins with 0 or 1. What cannot be such a
 * number stays as it was typed, so that the contract rejects it; dropping digits would make it someone else's number.
 */
export function formatTypedPhone(edit: TypedEdit): FormattedText {
  const { before, head, tail, deleted } = edit;
  const text = head + tail;
  const digits = nationalDigits(text);
  // While an area code is being retyped, the rest may begin with any digit.
  if (digits === null || (deleted !== null && /^\D*1/.test(text))) return { text, caret: head.length };
  const inserted = insertedAt(edit);
  if (digits.length > DIGITS && inserted !== null) return { text: before, caret: inserted, tooLong: true };
  const formatted = inMask(digits);
  return { text: formatted, caret: caretBefore(formatted, edit), tooLong: digits.length > DIGITS };
}

/** Whether a pasted text is a complete number, which replaces what the field holds. */
export function isCompletePhone(text: string): boolean {
  return text.replace(/\D/g, '').length >= DIGITS;
}

/** Null for digits that no area code begins with, and for numbers of other countries. */
function nationalDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^(00)?1+/, '');
  return digits.startsWith('0') || /^\s*\+\s*([^1\s]|$)/.test(text) ? null : digits;
}

function inMask(digits: string): string {
  let next = 0;
  let text = '';
  for (const character of constants.PHONE_MASK) {
    if (next >= digits.length) break;
    text += character === '#' ? digits.charAt(next) : character;
    if (character === '#') next += 1;
  }
  return text;
}
