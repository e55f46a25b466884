import { statSync } from 'node:fs';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import base from '../vite.config';

import { areas } from './areas';

const { projects: _, setupFiles, ...test } = base.test ?? {};
const { plain = [], inBrowser = [] } = areas[process.env.WARDLINE_MUTATION_AREA ?? ''] ?? {};

/** Libraries are one file each, for every fault loads them anew; those of a thousand files took most of the time. */
const bundled = {
  enabled: true,
  include: [
    '@date-fns/tz',
    '@mantine/core',
    '@mantine/hooks',
    '@mantine/notifications',
    '@tanstack/react-query',
    '@tanstack/react-router',
    '@testing-library/react',
    'date-fns',
    'oidc-client-ts',
    'react',
    'react-dom',
    'react-hook-form',
    'zod',
  ],
};

/** The first failure ends a run, so what takes longest comes last. */
class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return Promise.resolve([...files].sort((one, other) => size(one) - size(other)));
  }
}

export default defineConfig({
  ...base,
  // Of its own, as every run has a copy of this folder and all of them the same node_modules.
  cacheDir: '.stryker-tmp/vite',
  test: {
    ...test,
    isolate: false,
    retry: 0,
    // Where a fault keeps a test waiting for ever.
    testTimeout: 8_000,
    deps: { optimizer: { ssr: bundled, client: bundled } },
    sequence: { sequencer: ShortestFirst },
    projects: [
      { extends: true, test: { name: 'plain', environment: 'node', include: plain, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: { name: 'in a browser', setupFiles, include: inBrowser, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
