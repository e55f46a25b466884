/** A text without case, accents and punctuation, its words separated by single spaces, so that two spellings of it are equal. */
export function normalizedText(text: string): string {
  const letters = text.normalize('NFKD').toUpperCase().replace(/\p{M}/gu, '');
  // An apostrophe joins (O'Neill is Oneill); everything else that is not a letter or digit separates.
  const joined = letters.replace(/['`´ʹʻʼʽ‘’‛′]/gu, '');
  return joined
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

/** True if the text contains every word of the filter, whole or in part. */
export function containsWords(text: string, filter: string): boolean {
  const searched = normalizedText(text);
  return normalizedText(filter)
    .split(' ')
    .every((word) => searched.includes(word));
}
