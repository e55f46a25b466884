import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { scale } from '../scale';

const read = (file: string) => readFileSync(file, 'utf8');
const PACKAGE = 'node_modules/@fontsource-variable/inter';

it('replaces the Latin letters of this version of the package, with the same characters', () => {
  const { version } = JSON.parse(read(`${PACKAGE}/package.json`)) as { version: string };
  expect(version, 'make latin.woff2 again').toBe('5.3.0');
  const ours = read('src/shared/ui/theme/inter/inter.css');
  const { latin } = JSON.parse(read(`${PACKAGE}/unicode.json`)) as { latin: string };
  expect(/unicode-range:([^;]*);/.exec(ours)?.[1]?.replaceAll(/\s/g, '')).toBe(latin);
});

it('has all weights that texts use', () => {
  const weights = Object.values(scale.fontWeights).map(Number);
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(400);
  expect(Math.max(...weights)).toBeLessThanOrEqual(700);
});
