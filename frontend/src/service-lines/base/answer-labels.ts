const SEPARATOR = ' • ';

/** `Yes`, `No`, or `Unknown` for what was not answered. */
export function yesNoUnknown(answer: boolean | null | undefined): string {
  if (answer === true) return 'Yes';
  return answer === false ? 'No' : 'Unknown';
}

/** Answers joined with a bullet, the text of Other last in place of the word; blank when there are none. */
export function bulleted(selected: readonly string[] | undefined, other?: string | null): string {
  return [...(selected ?? []), other ?? ''].filter((answer) => answer !== '').join(SEPARATOR);
}
