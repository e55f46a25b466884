import { messages } from '@/api/contract/messages.gen';

import { caretBefore, insertedAt, type ShapedText, type TypedEdit } from './typed-edit';

const TYPED_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const TWO_DIGIT_YEAR = /^(\d{2})\/(\d{2})\/(\d{2})$/;
const ISO_DAY = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const SIZES = [2, 2, 4];
const DIGITS = 8;

/**
 * yyyy-MM-dd of a day in the shape mm/dd/yyyy, whether or not that day exists; null when it is none. A part that lost a
 * digit makes no other day: 12/15/1950 on its way to 12/16/1950 is never 12/1/1950.
 */
export function dayOfTyped(typed: string): string | null {
  const [, month, day, year] = TYPED_DAY.exec(typed) ?? [];
  return year === undefined ? null : `${year}-${month ?? ''}-${day ?? ''}`;
}

/** Dates of events lie within a few years of now; birth dates lie in the past, up to a lifetime back. */
export type DayKind = 'event' | 'birth';

/**
 * A day mm/dd/yy with its century, as mm/dd/yyyy; null for every other text. Events get 20yy. Births get 20yy unless that is after `today`
 * (yyyy-MM-dd), then 19yy, so that nobody is born in the future or older than about a hundred.
 */
export function withCentury(typed: string, kind: DayKind, today: string): string | null {
  const [, month = '', day = '', year] = TWO_DIGIT_YEAR.exec(typed) ?? [];
  if (year === undefined) return null;
  const isPast = `20${year}-${month}-${day}` <= today;
  return `${month}/${day}/${kind === 'event' || isPast ? '20' : '19'}${year}`;
}

/** What is wrong with a day as it was typed; null when nothing is. */
export function troubleOfDay(typed: string): string | null {
  if (/^\d{1,2}\/\d{1,2}\/\d{1,3}$/.test(typed)) return messages.FOUR_DIGIT_YEAR;
  const day = dayOfTyped(typed) ?? typed;
  return isRealDay(day) ? null : messages.REAL_DATE;
}

/** Whether a pasted text is a complete day, which replaces what the field holds. */
export function isWholeDay(text: string): boolean {
  return dayOfTyped(shapeWhole(text)) !== null;
}

/** A day in the shape mm/dd/yyyy: a separator completes the part before it, and two digits of a year stay two. */
export function shapeDay(edit: TypedEdit): ShapedText {
  const { before, head, tail, deleted } = edit;
  // Parts that lost a digit wait for another one.
  if (deleted !== null) return { text: head + tail, caret: head.length };
  const shaped = shapeWhole(head);
  const rest = tail.replace(/[^\d/]/g, '');
  const text = shaped + (shaped.endsWith('/') ? rest.replace(/^\//, '') : rest);
  if (fits(text)) return { text, caret: shaped.length };
  const digits = text.replace(/\D/g, '');
  if (digits.length > DIGITS) return { text: before, caret: insertedAt(edit) ?? before.length };
  const flowing = shapeWhole(digits);
  return { text: flowing, caret: caretBefore(flowing, edit) };
}

function isRealDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

function fits(text: string): boolean {
  const parts = text.split('/');
  return parts.length <= SIZES.length && parts.every((part, place) => part.length <= (SIZES[place] ?? 0));
}

function shapeWhole(text: string): string {
  const [, year, month = '', day = ''] = ISO_DAY.exec(text) ?? [];
  if (year !== undefined) return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  const parts = [''];
  for (const character of text) addCharacter(parts, character);
  return parts.join('/');
}

function addCharacter(parts: string[], character: string): void {
  const place = parts.length - 1;
  const part = parts[place] ?? '';
  const last = place === SIZES.length - 1;
  if (/\d/.test(character) && part.length < (SIZES[place] ?? 0)) parts[place] = part + character;
  else if (/\d/.test(character) && !last) parts.push(character);
  else if (/[/.\-\s]/.test(character) && part !== '' && !last) {
    parts[place] = part.padStart(2, '0');
    parts.push('');
  }
}
