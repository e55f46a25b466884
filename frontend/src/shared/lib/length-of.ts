/** Characters as Python counts them: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
