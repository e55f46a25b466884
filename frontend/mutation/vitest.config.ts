import { statSync } from 'node:fs';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import base from '../vite.config';

import { areas } from './areas';

const { projects: _, setupFiles, ...test } = base.test ?? {};
const { plain = [], inBrowser = [] } = areas[process.env.WARDLINE_MUTATION_AREA ?? ''] ?? {};

/** Bundles each library into one file, because every fault reloads them; libraries with a thousand files took most of the time. */
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
    'oidc-client-ts',
    'react',
    'react-dom',
    'react-hook-form',
    'zod',
  ],
};

/** The first failure ends a run, so the longest files run last. */
class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return Promise.resolve([...files].sort((a, b) => size(a) - size(b)));
  }
}

export default defineConfig({
  ...base,
  // A separate cache, because every run has a copy of this folder, but all share node_modules.
  cacheDir: '.stryker-tmp/vite',
  test: {
    ...test,
    isolate: false,
    // Stryker runs the tests in threads, which cannot have options of their own.
    execArgv: [],
    retry: 0,
    // For faults that make a test wait forever.
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
