import { expect, it } from 'vitest';

import { foldedText, holdsWords } from './word-filter';

it.each([
  ["Marsh O'Neill-Smith", 'MARSH ONEILL SMITH'],
  ['Marsh O’Neill-Smith', 'MARSH ONEILL SMITH'],
  [' José  Müller ', 'JOSE MULLER'],
  ['Strauß', 'STRAUSS'],
  ['4-West (ICU)', '4 WEST ICU'],
  ['--', ''],
])('reads %s as %s', (text, expected) => {
  expect(foldedText(text)).toBe(expected);
});

it.each([
  ['', true],
  ['west harb', true],
  ['4-w', true],
  ['höpital', false],
  ['general east', false],
])('finds Harbor General 4 West by %s: %s', (filter, expected) => {
  expect(holdsWords('Harbor General 4 West', filter)).toBe(expected);
});
