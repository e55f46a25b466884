import { type $, defineConfig } from '@hey-api/openapi-ts';

import contract from '../contract/openapi.json' with { type: 'json' };

/** The plugins whose code is in one file for each domain, so that the start loads only the domains that it uses. */
const FOLDERS = new Map([
  ['@hey-api/sdk', 'sdk'],
  ['@tanstack/react-query', 'queries'],
]);

interface Operation {
  operationId: string;
  tags: string[];
}

/** The domain of each operation, by its id: its tag, for example `on-call`. */
const domains = new Map(
  Object.values<Record<string, Operation>>(contract.paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, tags }) => [operationId, tags.join('-').replaceAll(' ', '-')]),
);

const isDeclaration = (node: object): node is ReturnType<typeof $.const> => 'export' in node;

export default defineConfig({
  input: '../contract/openapi.json',
  output: { path: './src/api/generated', entryFile: false },
  parser: {
    hooks: {
      events: {
        // What makes the query keys is in the shared file, and the plugin does not export it, because it expects all keys there.
        'node:set:before': ({ node }) => {
          if (node?.symbol?.name === 'createQueryKey' && isDeclaration(node)) node.export();
        },
      },
      symbols: {
        getFilePath: ({ name, meta }) => {
          const folder = FOLDERS.get(meta?.plugin ?? '');
          const domain = domains.get(meta?.resourceId ?? name.replace(/QueryKey$/, ''));
          return folder && `${folder}/${domain ?? 'shared'}`;
        },
      },
    },
  },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    '@hey-api/typescript',
    { name: '@hey-api/sdk', responseStyle: 'data' },
    // zod/mini, as in the rest of the application: it is smaller, and compiles nothing at run time, which the content security policy forbids.
    { name: 'zod', compatibilityVersion: 'mini', requests: true, responses: false, dates: { offset: true } },
    // Infinite queries refer to types by name without importing them, so they would not compile outside the shared file.
    { name: '@tanstack/react-query', infiniteQueryKeys: false, infiniteQueryOptions: false },
  ],
});
