import { constants } from '@/api/contract/constants.gen';

import { lengthOf } from './length-of';

/** A text with lines, bullets and emphasis, as it crosses the wire. */
export interface RichText {
  readonly lines: readonly RichLine[];
}

export interface LineFormat {
  readonly kind: 'paragraph' | 'bullet';
  readonly indent: Indent;
}

export interface RichLine extends LineFormat {
  readonly runs: readonly RichRun[];
}

/** Adjacent runs differ in their marks, and none is empty. */
export interface RichRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

const INDENTS = [0, 1, 2, 3] as const;

/** None and three levels; there is no fourth. */
export type Indent = (typeof INDENTS)[number];

/** The nearest valid level. */
export function indentOf(level: number): Indent {
  return INDENTS[Math.max(0, Math.min(INDENTS.length - 1, Math.trunc(level)))] ?? 0;
}

/** Blank text means unanswered, and a draft from the session storage may hold anything. */
export function isRichText(value: unknown): value is RichText {
  return isRecord(value) && Array.isArray(value.lines) && value.lines.every(isLine);
}

function isLine(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.runs)) return false;
  const isKnownKind = value.kind === 'paragraph' || value.kind === 'bullet';
  return isKnownKind && INDENTS.some((indent) => indent === value.indent) && value.runs.every(isRun);
}

function isRun(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.text === 'string' &&
    typeof value.bold === 'boolean' &&
    typeof value.italic === 'boolean'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const textOf = (line: RichLine) => line.runs.map(({ text }) => text).join('');

export function plainText(rich: RichText): string {
  return rich.lines.map(textOf).join('\n');
}

/** The number of visible characters, without line breaks. */
export function visibleLength(rich: RichText): number {
  return rich.lines.reduce((sum, line) => sum + lengthOf(textOf(line)), 0);
}

/** The length that the server counts against the cap: each run and each line adds its markup. */
export function storedLength(rich: RichText): number {
  const parts = rich.lines.reduce((sum, line) => sum + line.runs.length + 1, 0);
  return visibleLength(rich) + constants.MARKUP_LENGTH * parts;
}

/** Whether there is only white space. */
export function isBlank(rich: RichText): boolean {
  return plainText(rich).trim() === '';
}

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** Removes what the server does not store: NUL and other control characters, and unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\t', ' ').replace(UNSTORABLE, '');
}

/** Normalizes runs: storable, none empty, and adjacent ones with the same marks merged. */
export function tidyRuns(runs: Iterable<RichRun>): RichRun[] {
  const tidy: RichRun[] = [];
  for (const run of runs) {
    const text = storable(run.text);
    const last = tidy.at(-1);
    if (text === '') continue;
    if (last?.bold === run.bold && last.italic === run.italic)
      tidy[tidy.length - 1] = { ...last, text: last.text + text };
    else tidy.push({ text, bold: run.bold, italic: run.italic });
  }
  return tidy;
}

/** A text of plain lines of one kind. */
export function linesOf(texts: readonly string[], kind: RichLine['kind'] = 'paragraph'): RichText {
  return {
    lines: texts.map((text) => ({ kind, indent: 0, runs: tidyRuns([{ text, bold: false, italic: false }]) })),
  };
}

/**
 * Appends the addition's lines to the value. Nothing typed is removed; only an empty last line is replaced. A value
 * that already has these lines, one after the other, stays as it is.
 */
export function appended(value: unknown, addition: RichText): RichText {
  if (!isRichText(value)) return addition;
  if (contains(value, addition)) return value;
  const existing = value.lines.filter((line, index) => index < value.lines.length - 1 || textOf(line) !== '');
  return { lines: [...existing, ...addition.lines] };
}

function contains(whole: RichText, part: RichText): boolean {
  const texts = whole.lines.map(textOf);
  const partTexts = part.lines.map(textOf);
  return texts.some((_, start) => partTexts.every((text, index) => texts[start + index] === text));
}

/** A bullet of a nested list; a level without its own bullet has only nested ones. */
export interface Bullet {
  readonly line: RichLine | null;
  readonly below: Bullet[];
}

/** A paragraph, or the bullets between two paragraphs. */
export type Block = { readonly paragraph: RichLine } | { readonly bullets: readonly Bullet[] };

/** The lines as a page shows them, with nested lists. */
export function blocksOf(rich: RichText): Block[] {
  const blocks: Block[] = [];
  let list: Bullet[] | null = null;
  for (const line of rich.lines) {
    if (line.kind === 'paragraph') {
      blocks.push({ paragraph: line });
      list = null;
      continue;
    }
    if (list === null) blocks.push({ bullets: (list = []) });
    nest(list, line, line.indent);
  }
  return blocks;
}

function nest(list: Bullet[], line: RichLine, depth: number) {
  if (depth === 0) {
    list.push({ line, below: [] });
    return;
  }
  if (list.length === 0) list.push({ line: null, below: [] });
  nest(list[list.length - 1]?.below ?? [], line, depth - 1);
}
