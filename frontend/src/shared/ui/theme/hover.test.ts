import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const HOVER_MEDIA = /^@media \(hover: hover\) \{\n(?: .*\n|\n)*\}/gm;

it('styles :hover only for devices that can hover, because it would remain after a touch', () => {
  const sheets = globSync('src/**/*.css').map((path) => ({ path, rules: readFileSync(path, 'utf8') }));
  expect(sheets.filter(({ rules }) => rules.includes(':hover'))).not.toHaveLength(0);
  const others = sheets.filter(({ rules }) => rules.replace(HOVER_MEDIA, '').includes(':hover'));
  expect(others.map(({ path }) => path)).toEqual([]);
});
