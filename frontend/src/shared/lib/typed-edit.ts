/** One edit of a text input: the new text, split at the caret. */
export interface TypedEdit {
  readonly before: string;
  readonly head: string;
  readonly tail: string;
  /** The key that deleted; null when something was typed, pasted or filled in. */
  readonly deleted: 'backward' | 'forward' | null;
}

/** What the input shows after a change. */
export interface FormattedText {
  readonly text: string;
  readonly caret: number;
  /** Something did not fit and was dropped. */
  readonly tooLong?: boolean;
}

/** An edit that replaces the whole text. */
export function wholeText(text: string): TypedEdit {
  return { before: '', head: text, tail: '', deleted: null };
}

/** Where something was inserted into a text that is otherwise unchanged; null when the text was replaced. */
export function insertedAt({ before, head, tail }: TypedEdit): number | null {
  const start = before.length - tail.length;
  return before !== '' && start >= 0 && head.startsWith(before.slice(0, start)) && before.endsWith(tail) ? start : null;
}

/** The position in a formatted text with as many digits after it as there were after the caret. */
export function caretBefore(text: string, { tail, deleted }: TypedEdit): number {
  let remaining = tail.replace(/\D/g, '').length;
  let caret = text.length;
  while (remaining > 0 && caret > 0) {
    caret -= 1;
    if (/\d/.test(text.charAt(caret))) remaining -= 1;
  }
  // The mask's own characters come back at once; the next Backspace has to reach a digit.
  while (deleted === 'backward' && caret > 0 && /\D/.test(text.charAt(caret - 1))) caret -= 1;
  return caret;
}
