import { areas, knownResultsFile } from './areas.ts';

const area = process.env.WARDLINE_MUTATION_AREA;

/** Makes small faults in the browser's rules, one at a time, in a copy of this folder, and checks that a test notices each. */
export default {
  packageManager: 'npm',
  plugins: ['./mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  testRunner: 'vitest',
  // A fault in code that is evaluated when a module loads is tried with all tests of its area.
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  mutate: areas[area].files,
  ignorePatterns: ['dist', 'gallery', 'e2e', 'test-results', 'mutation/node_modules', 'mutation/*.json'],
  tempDirName: '.stryker-tmp',
  incremental: true,
  incrementalFile: knownResultsFile(area),
  reporters: ['progress-append-only'],
  timeoutMS: 20_000,
};
