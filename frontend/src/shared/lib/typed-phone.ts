import { constants } from '@/api/contract/constants.gen';

import { caretBefore, insertedAt, type ShapedText, type TypedEdit } from './typed-edit';

const DIGITS = 10;

/**
 * A North American number in the mask, without the country's 1: no area code begins with 0 or 1. What cannot be such a
 * number stays as it was typed, so that the contract refuses it; leaving digits out would make it someone else's number.
 */
export function shapePhone(edit: TypedEdit): ShapedText {
  const { before, head, tail, deleted } = edit;
  const text = head + tail;
  const digits = nationalDigits(text);
  // While an area code is being retyped, the rest may begin with any digit.
  if (digits === null || (deleted !== null && /^\D*1/.test(text))) return { text, caret: head.length };
  const inserted = insertedAt(edit);
  if (digits.length > DIGITS && inserted !== null) return { text: before, caret: inserted, tooLong: true };
  const shaped = inMask(digits);
  return { text: shaped, caret: caretBefore(shaped, edit), tooLong: digits.length > DIGITS };
}

/** Whether a pasted text is a complete number, which replaces what the field holds. */
export function isWholePhone(text: string): boolean {
  return text.replace(/\D/g, '').length >= DIGITS;
}

/** Null for what no area code begins with, and for the numbers of other countries. */
function nationalDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^(00)?1+/, '');
  return digits.startsWith('0') || /^\s*\+\s*([^1\s]|$)/.test(text) ? null : digits;
}

function inMask(digits: string): string {
  let next = 0;
  let text = '';
  for (const sign of constants.PHONE_MASK) {
    if (next >= digits.length) break;
    text += sign === '#' ? digits.charAt(next) : sign;
    if (sign === '#') next += 1;
  }
  return text;
}
