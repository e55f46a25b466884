import { expect, it } from 'vitest';

import { normalizedText, containsWords } from './word-filter';

it.each([
  ["Marsh O'Neill-Smith", 'MARSH ONEILL SMITH'],
  ['Marsh O’Neill-Smith', 'MARSH ONEILL SMITH'],
  [' José  Müller ', 'JOSE MULLER'],
  ['Strauß', 'STRAUSS'],
  ['4-West (ICU)', '4 WEST ICU'],
  ['--', ''],
])('normalizes %s to %s', (text, expected) => {
  expect(normalizedText(text)).toBe(expected);
});

it.each([
  ['', true],
  ['west harb', true],
  ['4-w', true],
  ['höpital', false],
  ['general east', false],
])('finds Harbor General 4 West by %s: %s', (filter, expected) => {
  expect(containsWords('Harbor General 4 West', filter)).toBe(expected);
});
