import { defineConfig } from '@playwright/test';

import type { Settings } from './e2e/fixtures';
import base from './playwright.config';

/** Measurements in a browser, which `backend/benchmarks/bench_start.py` runs and reports. */
export default defineConfig<object, Settings>({
  ...base,
  testDir: 'benchmarks',
  reporter: 'line',
  workers: 1,
  projects: [{ name: 'start' }],
});
