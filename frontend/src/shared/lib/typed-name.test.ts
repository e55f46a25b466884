import { expect, it } from 'vitest';

import { isTypedName } from './typed-name';

const same = [
  ['two spaces in the record', 'Mary Ann Marsh', 'Mary  Ann Marsh'],
  ['a non-breaking space', 'Mary Ann Marsh', 'Mary\u00a0Ann Marsh'],
  ['spaces around it', '  Rosa Marsh ', '\tRosa Marsh '],
  ['a combining accent', 'Jos\u00e9 Marsh', 'Jose\u0301 Marsh'],
  ['a curly apostrophe', "Sean O'Brien", 'Sean O\u2019Brien'],
  ['a non-breaking hyphen', 'Anna Lee-Marsh', 'Anna Lee\u2011Marsh'],
  ['invisible characters', 'Rosa Marsh', 'Rosa\u200b Marsh\u200e'],
] as const;

it.each(same)('[SIGN-22] accepts what looks the same as the name: %s', (_what, typed, name) => {
  expect(isTypedName(typed, name)).toBe(true);
});

const other = [
  ['case', 'rosa marsh', 'Rosa Marsh'],
  ['accents', 'Jose Marsh', 'Jos\u00e9 Marsh'],
  ['a missing space', 'MaryAnn Marsh', 'Mary Ann Marsh'],
  ['a missing part', 'Rosa', 'Rosa Marsh'],
  ['nothing', ' ', 'Rosa Marsh'],
] as const;

it.each(other)('[SIGN-22] rejects a different name: %s', (_what, typed, name) => {
  expect(isTypedName(typed, name)).toBe(false);
});
