import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** Media queries and @page rules cannot use variables, and comments are not styles. */
const NOT_CHECKED = /\/\*[^]*?\*\/|@media[^{]*|@(?:page|font-face) \{[^]*?\n\}/g;
const DECLARATION = /(?<property>[\w-]+): (?<value>[^;{}]*);/g;
/** Zero in a calculation needs a unit; 1px and 2px are hairlines, which do not grow with the text. */
const FIXED_LENGTH = /(?<![\w.])(?!(?:0|1|2)px)[\d.]+(?:px|pt|mm|cm|in)\b/;
const LENGTH = /(?<![\w.])[\d.]+(?:px|r?em|pt|mm)\b/;

/** On a wall display, which fills its screen, a size follows that of the screen. */
const FONT_SIZE =
  /^(var\(--mantine-(font-size-\w+|h\d-font-size)\)|inherit|var\(--wl-wall-size\)|calc\(var\(--wl-wall-size\) \* [\d.]+\))$/;

interface Rule {
  readonly property: RegExp;
  readonly message: string;
  readonly allows: (value: string) => boolean;
}

const withoutHairlines = (value: string) => value.replace(/(?<![\w.])-?[012]px\b/g, '');

const rules: readonly Rule[] = [
  {
    property: /^font-size$/,
    message: 'a font size is one of --mantine-font-size-*',
    allows: (value) => FONT_SIZE.test(value),
  },
  {
    property: /^font-weight$/,
    message: 'a font weight is one of --mantine-font-weight-*',
    allows: (value) => /^var\(--mantine-font-weight-\w+\)$/.test(value),
  },
  {
    property: /radius$/,
    message: 'a radius is one of --mantine-radius-*',
    allows: (value) => !LENGTH.test(value),
  },
  {
    property: /^(margin|padding|gap|row-gap|column-gap)/,
    message: 'spacing is one of --mantine-spacing-*',
    allows: (value) => !LENGTH.test(withoutHairlines(value)),
  },
  {
    property: /^/,
    message: 'a length other than a hairline is in rem',
    allows: (value) => !FIXED_LENGTH.test(value),
  },
];

/** Every declaration that breaks a rule, with the first rule that it breaks. */
function violations(css: string): string[] {
  return Array.from(css.replace(NOT_CHECKED, '').matchAll(DECLARATION), ({ groups }) => {
    const { property = '', value = '' } = groups ?? {};
    const violated = rules.find((rule) => rule.property.test(property) && !rule.allows(value));
    return violated && `${property}: ${value} (${violated.message})`;
  }).filter((violation) => violation !== undefined);
}

it.each([
  ['inline-size: 384px', 'a length other than a hairline is in rem'],
  ['inset: calc(100% - 16px)', 'a length other than a hairline is in rem'],
  ['border-inline-start: 4px solid red', 'a length other than a hairline is in rem'],
  ['--head: 64px', 'a length other than a hairline is in rem'],
  ['padding: var(--mantine-spacing-md) 14px', 'spacing is one of --mantine-spacing-*'],
  ['gap: 0.625rem', 'spacing is one of --mantine-spacing-*'],
  ['border-start-end-radius: 6px', 'a radius is one of --mantine-radius-*'],
  ['font-size: 0.9375rem', 'a font size is one of --mantine-font-size-*'],
  ['font-size: calc(var(--wl-wall-size) + 1rem)', 'a font size is one of --mantine-font-size-*'],
  ['font-weight: 600', 'a font weight is one of --mantine-font-weight-*'],
])('finds a planted violation: %s', (planted, message) => {
  expect(violations(`.planted {\n  ${planted};\n}\n`)).toEqual([`${planted} (${message})`]);
});

it('allows tokens, hairlines, rem for sizes, and px in media queries', () => {
  const valid = `
    @media (width < 992px) {
      /* margin: 3px; */
      .valid {
        inline-size: min(24rem, 100%);
        margin: 0 auto -1px calc(-1 * var(--mantine-spacing-sm));
        padding-block-end: calc(var(--mantine-spacing-md) + var(--wl-notices, 0px));
        border: 1px solid var(--wl-border);
        border-radius: 50%;
        outline-offset: -2px;
        font-size: var(--mantine-font-size-sm);
      }
    }`;
  expect(violations(valid)).toEqual([]);
});

it('finds none in any style sheet', () => {
  const sheets = globSync('src/**/*.css');
  expect(sheets).not.toHaveLength(0);
  const found = sheets.flatMap((path) => violations(readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});
