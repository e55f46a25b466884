import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { expect, it } from 'vitest';

const LIBRARY = 'node_modules/@mantine/core';
const read = (file: string) => readFileSync(file, 'utf8');

/** The library's files by the names that they export. */
const fileOf = new Map(
  [...read(`${LIBRARY}/esm/index.mjs`).matchAll(/import \{([^}]*)\} from "\.\/(.*?)"/g)].flatMap(
    ([, names = '', file = '']) =>
      names.split(',').map((name) => [name.split(' as ').at(-1)?.trim() ?? '', join(LIBRARY, 'esm', file)] as const),
  ),
);

/** The files whose values these sources import from the library. */
function importedBy(sources: readonly string[]): string[] {
  const imports = sources.flatMap((source) => [
    ...read(source).matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g),
  ]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' as ')[0] ?? ''));
  return names.flatMap((name) => fileOf.get(name) ?? []);
}

/** These files and all that they import. */
function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files.filter((each) => !found.has(each))) {
    found.add(file);
    const imports = [...read(file).matchAll(/from "(\.{1,2}\/[^"]+)"/g)];
    withImports(
      imports.map(([, path = '']) => join(dirname(file), path)),
      found,
    );
  }
  return found;
}

it('has the styles of exactly the Mantine components that are used', () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const library = globSync('node_modules/@mantine/notifications/esm/**/*.mjs');
  const styled = [...withImports(importedBy([...sources, ...library]))]
    .filter((file) => file.endsWith('.module.mjs'))
    .map((file) => basename(file, '.module.mjs'));
  const foundation = ['baseline', 'default-css-variables', 'global'];
  const needed = [...foundation, ...styled].filter((name) => existsSync(`${LIBRARY}/styles/${name}.layer.css`));
  const listed = [...read('src/shared/ui/theme/mantine.css').matchAll(/core\/styles\/(.*)\.layer\.css/g)];
  expect(listed.map(([, name]) => name).sort()).toEqual([...new Set(needed)].sort());
});
