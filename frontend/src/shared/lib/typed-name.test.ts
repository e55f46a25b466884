import { expect, it } from 'vitest';

import { isTypedName } from './typed-name';

const same = [
  ['two blanks in the record', 'Mary Ann Marsh', 'Mary  Ann Marsh'],
  ['a blank that does not break', 'Mary Ann Marsh', 'Mary\u00a0Ann Marsh'],
  ['blanks around it', '  Rosa Marsh ', '\tRosa Marsh '],
  ['a mark of its own', 'Jos\u00e9 Marsh', 'Jose\u0301 Marsh'],
  ['a curly apostrophe', "Sean O'Brien", 'Sean O\u2019Brien'],
  ['a hyphen that does not break', 'Anna Lee-Marsh', 'Anna Lee\u2011Marsh'],
  ['a sign that nobody sees', 'Rosa Marsh', 'Rosa\u200b Marsh\u200e'],
] as const;

it.each(same)('[SIGN-22] takes what looks the same for the name: %s', (_what, typed, name) => {
  expect(isTypedName(typed, name)).toBe(true);
});

const other = [
  ['case', 'rosa marsh', 'Rosa Marsh'],
  ['accents', 'Jose Marsh', 'Jos\u00e9 Marsh'],
  ['a missing blank', 'MaryAnn Marsh', 'Mary Ann Marsh'],
  ['a missing part', 'Rosa', 'Rosa Marsh'],
  ['nothing', ' ', 'Rosa Marsh'],
] as const;

it.each(other)('[SIGN-22] takes nothing else for it: %s', (_what, typed, name) => {
  expect(isTypedName(typed, name)).toBe(false);
});
