import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import type { Settings } from './e2e/fixtures';

/** A server that runs already, or one that the tests start with data of their own. */
const running = process.env.WARDLINE_E2E_URL;
const port = process.env.WARDLINE_E2E_PORT ?? '8711';
/** The data of that server; the workers, which read this file too, are told by the environment. */
const folder = (process.env.WARDLINE_E2E_FOLDER ??= join(tmpdir(), `wardline-e2e-${process.pid}`));

const chromium = process.env.WARDLINE_CHROMIUM;

/** `make soak` runs what `make test` leaves out: the tests tagged `@soak`, and reruns tagged `@phone-soak` or `@provider-soak`. */
const thorough = process.env.WARDLINE_THOROUGH !== undefined;
const tagged = (tag: string) => new RegExp(thorough ? `@${tag}` : `@${tag}(?!-soak)`);
const soakOnly = thorough ? [] : [/@soak/];

/** Everything stays on this machine: fake camera and microphone, and WebRTC without another network than loopback. */
const args = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export default defineConfig<object, Settings>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A browser that does not close in time costs nobody a whole run; what passes the second time is named as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  workers: availableParallelism(),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    // Where `make test` reads which tests failed.
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE === undefined ? [] : [['junit'] as const]),
  ],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    timezoneId: 'America/New_York',
    // Whether the flag of the fake devices answers for the user as well differs between Chromium's builds.
    permissions: ['camera', 'microphone'],
    // A recording makes every test a third longer; `npm run e2e -- --trace on` makes one of a test that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(chromium !== undefined && chromium !== '' && { executablePath: chromium }) },
  },
  ...(running === undefined && {
    webServer: {
      command: `../.venv/bin/python ../backend/scripts/e2e_server.py ${port} ${folder}`,
      url: `http://127.0.0.1:${port}/api/health`,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    },
  }),
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      grepInvert: [/@certified|@speed/, ...soakOnly],
    },
    {
      name: 'certified',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, provider: 'certified' },
      grep: tagged('provider'),
      grepInvert: soakOnly,
    },
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: tagged('phone'),
      grepInvert: soakOnly,
    },
    // One by one, after the others: they measure how long a person waits.
    {
      name: 'speed',
      fullyParallel: false,
      workers: 1,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      grep: tagged('speed'),
      grepInvert: soakOnly,
      dependencies: ['desktop', 'certified', 'phone'],
    },
  ],
});
