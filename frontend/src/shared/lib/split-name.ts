/** A name that was typed as one text, for its initials. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...more] = name.split(' ');
  return { firstName, lastName: more.at(-1) ?? '' };
}
