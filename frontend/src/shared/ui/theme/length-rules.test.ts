import { pathToFileURL } from 'node:url';

import { Linter } from 'eslint';
import { expect, it } from 'vitest';

const RULE = 'no-restricted-syntax';
const { default: configs } = (await import(pathToFileURL('eslint.config.js').href)) as {
  default: readonly Linter.Config[];
};
const rules = Object.fromEntries(
  configs.flatMap(({ rules = {} }) => Object.entries(rules).filter(([name]) => name === RULE)),
);

/** The messages of the project's ESLint configuration about lengths in this JSX. */
function messages(jsx: string): string[] {
  const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
  return new Linter()
    .verify(`export const planted = ${jsx};`, { languageOptions, rules })
    .map(({ message }) => message);
}

it.each([
  ['<Group gap={12} />', 'A number is a length in px'],
  ['<Drawer size={phone ? "95%" : 420} />', 'A number is a length in px'],
  ['<TextInput maw={480} />', 'A number is a length in px'],
  ['<Stack p="0.625rem" />', 'Spacing, radius and font size are steps of the theme'],
  ['<Text fz="0.9375rem" />', 'Spacing, radius and font size are steps of the theme'],
  ['<div style={{ inlineSize: "384px" }} />', 'A length in px does not grow with the text'],
])('finds a planted violation: %s', (planted, message) => {
  expect(messages(planted)[0]).toContain(message);
});

it('allows steps of the theme, variables, rem for sizes, and numbers that are not lengths', () => {
  const valid =
    '<Group gap="lg" p={0} w="10rem" maw="var(--wl-field-width)"><Icon size="sm" strokeWidth={2} tabIndex={1} /></Group>';
  expect(messages(valid)).toEqual([]);
});
