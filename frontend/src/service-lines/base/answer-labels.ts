const SEPARATOR = ' • ';

/** `Yes`, `No`, or `Unknown` if there is no answer. */
export function yesNoUnknown(answer: boolean | null | undefined): string {
  if (answer === true) return 'Yes';
  return answer === false ? 'No' : 'Unknown';
}

/** Answers joined with bullets, the text for Other last; empty if there are none. */
export function bulleted(selected: readonly string[] | undefined, other?: string | null): string {
  return [...(selected ?? []), other ?? ''].filter((answer) => answer !== '').join(SEPARATOR);
}
