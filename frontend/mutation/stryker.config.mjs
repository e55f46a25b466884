import { areas } from './areas.mjs';

/** Small faults in the browser's rules, one at a time, in a copy of this folder: does a test notice each? */
export default {
  packageManager: 'npm',
  plugins: ['./mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  mutate: Object.values(areas).flat(),
  ignorePatterns: ['dist', 'gallery', 'e2e', 'test-results', 'mutation/node_modules', 'mutation/*.json'],
  tempDirName: '.stryker-tmp',
  incremental: true,
  incrementalFile: 'mutation/incremental.json',
  reporters: ['progress-append-only'],
  timeoutMS: 20_000,
};
