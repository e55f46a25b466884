import { areas, knownOf } from './areas.ts';

const area = process.env.WARDLINE_MUTATION_AREA;

/** Small faults in the browser's rules, one at a time, in a copy of this folder: does a test notice each? */
export default {
  packageManager: 'npm',
  plugins: ['./mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  testRunner: 'vitest',
  // A fault in what is evaluated as a module loads is tried with every test, which are only those of its area.
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  mutate: areas[area].files,
  ignorePatterns: ['dist', 'gallery', 'e2e', 'test-results', 'mutation/node_modules', 'mutation/*.json'],
  tempDirName: '.stryker-tmp',
  incremental: true,
  incrementalFile: knownOf(area),
  reporters: ['progress-append-only'],
  timeoutMS: 20_000,
};
