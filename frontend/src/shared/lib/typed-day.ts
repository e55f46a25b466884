import { messages } from '@/api/contract/messages.gen';

import { caretBefore, insertedAt, type FormattedText, type TypedEdit } from './typed-edit';

const TYPED_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const TWO_DIGIT_YEAR = /^(\d{2})\/(\d{2})\/(\d{2})$/;
const ISO_DAY = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const SIZES = [2, 2, 4];
const DIGITS = 8;

/**
 * yyyy-MM-dd for a day in the format mm/dd/yyyy, whether or not that day exists; null for any other text. A part that lost a
 * digit does not make a different day: 12/15/1950 while it is changed to 12/16/1950 is never 12/1/1950.
 */
export function parseTypedDay(typed: string): string | null {
  const [, month, day, year] = TYPED_DAY.exec(typed) ?? [];
  return year === undefined ? null : `${year}-${month ?? ''}-${day ?? ''}`;
}

/** Dates of events lie within a few years of now; birth dates lie in the past, up to a lifetime back. */
export type DayKind = 'event' | 'birth';

/**
 * A day mm/dd/yy with its century, as mm/dd/yyyy; null for any other text. Events get 20yy. Births get 20yy unless that is after `today`
 * (yyyy-MM-dd), then 19yy, so that no one is born in the future or is more than about a hundred years old.
 */
export function withCentury(typed: string, kind: DayKind, today: string): string | null {
  const [, month = '', day = '', year] = TWO_DIGIT_YEAR.exec(typed) ?? [];
  if (year === undefined) return null;
  const isPast = `20${year}-${month}-${day}` <= today;
  return `${month}/${day}/${kind === 'event' || isPast ? '20' : '19'}${year}`;
}

/** The error for a day as it was typed; null if it is valid. */
export function dayError(typed: string): string | null {
  if (/^\d{1,2}\/\d{1,2}\/\d{1,3}$/.test(typed)) return messages.FOUR_DIGIT_YEAR;
  const day = parseTypedDay(typed) ?? typed;
  return isRealDay(day) ? null : messages.REAL_DATE;
}

/** Whether a pasted text is a complete day, which replaces what the field holds. */
export function isCompleteDay(text: string): boolean {
  return parseTypedDay(formatWhole(text)) !== null;
}

/** Formats a day as mm/dd/yyyy: a separator completes the part before it, and a two-digit year stays one. */
export function formatTypedDay(edit: TypedEdit): FormattedText {
  const { before, head, tail, deleted } = edit;
  // Parts that lost a digit wait for a new one.
  if (deleted !== null) return { text: head + tail, caret: head.length };
  const formatted = formatWhole(head);
  const rest = tail.replace(/[^\d/]/g, '');
  const text = formatted + (formatted.endsWith('/') ? rest.replace(/^\//, '') : rest);
  if (fits(text)) return { text, caret: formatted.length };
  const digits = text.replace(/\D/g, '');
  if (digits.length > DIGITS) return { text: before, caret: insertedAt(edit) ?? before.length };
  const reflowed = formatWhole(digits);
  return { text: reflowed, caret: caretBefore(reflowed, edit) };
}

function isRealDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

function fits(text: string): boolean {
  const parts = text.split('/');
  return parts.length <= SIZES.length && parts.every((part, index) => part.length <= (SIZES[index] ?? 0));
}

function formatWhole(text: string): string {
  const [, year, month = '', day = ''] = ISO_DAY.exec(text) ?? [];
  if (year !== undefined) return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  const parts = [''];
  for (const character of text) addCharacter(parts, character);
  return parts.join('/');
}

function addCharacter(parts: string[], character: string): void {
  const index = parts.length - 1;
  const part = parts[index] ?? '';
  const last = index === SIZES.length - 1;
  if (/\d/.test(character) && part.length < (SIZES[index] ?? 0)) parts[index] = part + character;
  else if (/\d/.test(character) && !last) parts.push(character);
  else if (/[/.\-\s]/.test(character) && part !== '' && !last) {
    parts[index] = part.padStart(2, '0');
    parts.push('');
  }
}
