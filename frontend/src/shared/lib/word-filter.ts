/** True when every word of the filter stands somewhere in the text, in upper or lower case. */
export function holdsWords(text: string, filter: string): boolean {
  const searched = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
