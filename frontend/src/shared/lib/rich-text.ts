import { constants } from '@/api/contract/constants.gen';

import { lengthOf } from './length-of';

/** A text with lines, bullets and emphasis, as it crosses the wire. */
export interface RichText {
  readonly lines: readonly RichLine[];
}

export interface LineLook {
  readonly kind: 'paragraph' | 'bullet';
  readonly indent: Indent;
}

export interface RichLine extends LineLook {
  readonly runs: readonly RichRun[];
}

/** Neighbouring runs differ in their marks, and none is empty. */
export interface RichRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

const INDENTS = [0, 1, 2, 3] as const;

/** Three levels, beside none: a fourth cannot be made. */
export type Indent = (typeof INDENTS)[number];

/** The nearest level that there is. */
export function indentOf(level: number): Indent {
  return INDENTS[Math.max(0, Math.min(INDENTS.length - 1, Math.trunc(level)))] ?? 0;
}

/** Blank text means unanswered, and a draft from the session storage may hold anything. */
export function isRichText(value: unknown): value is RichText {
  return isRecord(value) && Array.isArray(value.lines) && value.lines.every(isLine);
}

function isLine(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.runs)) return false;
  const known = value.kind === 'paragraph' || value.kind === 'bullet';
  return known && INDENTS.some((indent) => indent === value.indent) && value.runs.every(isRun);
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

/** The characters that a person sees; ends of lines are none. */
export function visibleLength(rich: RichText): number {
  return rich.lines.reduce((sum, line) => sum + lengthOf(textOf(line)), 0);
}

/** What the server counts against the cap of what it stores: each run and each line costs its markup, too. */
export function storedLength(rich: RichText): number {
  const parts = rich.lines.reduce((sum, line) => sum + line.runs.length + 1, 0);
  return visibleLength(rich) + constants.MARKUP_LENGTH * parts;
}

/** Nothing but white space. */
export function isBlank(rich: RichText): boolean {
  return plainText(rich).trim() === '';
}

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** Without what the server does not store: NUL and the other control characters, and halves of a character. */
export function storable(text: string): string {
  return text.replaceAll('\t', ' ').replace(UNSTORABLE, '');
}

/** Runs as they are to be: storable, none empty, and neighbours of the same marks are one. */
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
 * The value with the addition's lines after what is there. Nothing that was typed goes: only an empty last line is filled. A value
 * that has these lines already, one after the other, stays as it is.
 */
export function appended(value: unknown, addition: RichText): RichText {
  if (!isRichText(value)) return addition;
  if (contains(value, addition)) return value;
  const kept = value.lines.filter((line, index) => index < value.lines.length - 1 || textOf(line) !== '');
  return { lines: [...kept, ...addition.lines] };
}

function contains(whole: RichText, part: RichText): boolean {
  const texts = whole.lines.map(textOf);
  const wanted = part.lines.map(textOf);
  return texts.some((_, start) => wanted.every((text, index) => texts[start + index] === text));
}

/** Bullets that hang together as a list; a level without a bullet of its own has only what hangs below it. */
export interface Bullet {
  readonly line: RichLine | null;
  readonly below: Bullet[];
}

/** A paragraph, or the bullets between two paragraphs. */
export type Block = { readonly paragraph: RichLine } | { readonly bullets: readonly Bullet[] };

/** The lines as a page shows them, where lists stand in lists. */
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
    hang(list, line, line.indent);
  }
  return blocks;
}

function hang(list: Bullet[], line: RichLine, depth: number) {
  if (depth === 0) {
    list.push({ line, below: [] });
    return;
  }
  if (list.length === 0) list.push({ line: null, below: [] });
  hang(list[list.length - 1]?.below ?? [], line, depth - 1);
}
