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

/** The application's file of an import, or null if it is a library's. */
function resolve(from: string, path: string): string | null {
  const base = path.startsWith('@/') ? `src/${path.slice(2)}` : path.startsWith('.') ? join(dirname(from), path) : null;
  return base === null ? null : ([`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? null);
}

/** The toasts' library, which has styles of its own and uses components. */
const TOASTS = '@mantine/notifications';
const toasts = globSync(`node_modules/${TOASTS}/esm/**/*.mjs`);

/** The files of the first page: these and all that they import statically. */
function ofFirstPage(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files.filter((each) => !found.has(each))) {
    found.add(file);
    const imports = [...read(file).matchAll(/^(?:import|export) (?!type)(?:[^'"]*? from )?'([^']+)';/gm)];
    ofFirstPage(
      imports.flatMap(([, path = '']) => resolve(file, path) ?? []),
      found,
    );
  }
  return found;
}

/** The names of the styles that these sources need. */
function neededBy(sources: readonly string[]): string[] {
  const files = [...withImports(importedBy(sources))].filter((file) => file.endsWith('.module.mjs'));
  return files
    .map((file) => basename(file, '.module.mjs'))
    .filter((name) => existsSync(`${LIBRARY}/styles/${name}.layer.css`));
}

function listedIn(file: string): string[] {
  const listed = read(`src/shared/ui/theme/${file}`).matchAll(/core\/styles\/(.*)\.layer\.css/g);
  return [...listed].map(([, name = '']) => name).sort();
}

it('has the styles of exactly the Mantine components that are used, and those of the first page at once', () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const firstPage = [...ofFirstPage(['src/main.tsx'])];
  // They often report a lost network, which would prevent loading anything for them.
  expect(firstPage.some((file) => read(file).includes(`from '${TOASTS}'`))).toBe(true);
  expect(read('src/shared/ui/theme/mantine.css')).toContain(`@import '${TOASTS}/styles.layer.css';`);
  const foundation = ['baseline', 'default-css-variables', 'global'];
  const first = new Set([...foundation, ...neededBy([...firstPage, ...toasts])]);
  const all = new Set([...first, ...neededBy(sources)]);
  expect(listedIn('mantine.css')).toEqual([...first].sort());
  expect(listedIn('mantine-later.css')).toEqual([...all].filter((name) => !first.has(name)).sort());
});
