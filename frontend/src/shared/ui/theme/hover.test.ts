import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const WHERE_SOMETHING_HOVERS = /^@media \(hover: hover\) \{\n(?: .*\n|\n)*\}/gm;

it('colours what is pointed at only where something points without pressing: a finger leaves its colour behind', () => {
  const sheets = globSync('src/**/*.css').map((path) => ({ path, rules: readFileSync(path, 'utf8') }));
  expect(sheets.filter(({ rules }) => rules.includes(':hover'))).not.toHaveLength(0);
  const others = sheets.filter(({ rules }) => rules.replace(WHERE_SOMETHING_HOVERS, '').includes(':hover'));
  expect(others.map(({ path }) => path)).toEqual([]);
});
