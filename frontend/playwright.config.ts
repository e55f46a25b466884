import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import type { Settings } from './e2e/fixtures';
import { janusSettings } from './e2e/janus-server';

/** The URL of a running server; without it the tests start one with its own data. */
const running = process.env.WARDLINE_E2E_URL;
const port = process.env.WARDLINE_E2E_PORT ?? '8711';
/** The data folder of that server; the environment passes it on to the workers, which read this file too. */
const folder = (process.env.WARDLINE_E2E_FOLDER ??= join(tmpdir(), `wardline-e2e-${process.pid}`));

const chromium = process.env.WARDLINE_CHROMIUM;

/** `make soak` also runs what `make test` skips: tests tagged `@soak`, and reruns tagged `@phone-soak` or `@provider-soak`. */
const thorough = process.env.WARDLINE_THOROUGH !== undefined;
const tagged = (tag: string) => new RegExp(thorough ? `@${tag}` : `@${tag}(?!-soak)`);
const soakOnly = thorough ? [] : [/@soak/];

/** The few tests of a project in `make test`: each further worker would start a browser, and for the certified provider a server, for one or two of them. */
const oneWorker = thorough ? {} : { workers: 1 };

/** Everything stays on this machine: fake camera and microphone, and WebRTC over loopback only. */
const args = [
  // Few pictures a second, because encoding them takes most of a call's time.
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const launchOptions = { args, ...(chromium !== undefined && chromium !== '' && { executablePath: chromium }) };

/**
 * Without optimizing compilers and with more room for new objects, because most code of a test runs only a few times:
 * that saves a tenth of the pages' processor time. `make soak` and everything that measures use the browser as users have it.
 */
const frugal = thorough
  ? {}
  : {
      launchOptions: {
        ...launchOptions,
        args: [...args, '--js-flags=--no-turbofan,--no-maglev,--min-semi-space-size=16'],
      },
    };

export default defineConfig<object, Settings>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A browser that does not close in time does not fail the run; a test that passes on the second try is reported as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // One more than there are cores, because tests spend a sixth of their time waiting.
  workers: availableParallelism() + 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    // `make test` reads the failed tests from here.
    ...(process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE === undefined ? [] : [['junit'] as const]),
  ],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    timezoneId: 'America/New_York',
    // Chromium builds differ in whether the flag for fake devices also grants the permissions.
    permissions: ['camera', 'microphone'],
    // Tracing makes every test a third slower; use `npm run e2e -- --trace on` for a failing test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  ...(running === undefined && {
    webServer: {
      command: `../.venv/bin/python ../backend/scripts/e2e_server.py ${port} ${folder}`,
      url: `http://127.0.0.1:${port}/api/health`,
      env: janusSettings,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    },
  }),
  projects: [
    {
      name: 'certified',
      ...oneWorker,
      use: { ...devices['Desktop Chrome'], ...frugal, viewport: { width: 1440, height: 900 }, provider: 'certified' },
      grep: tagged('provider'),
      grepInvert: soakOnly,
    },
    {
      name: 'phone',
      ...oneWorker,
      use: {
        ...devices['Desktop Chrome'],
        ...frugal,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
      grep: tagged('phone'),
      grepInvert: soakOnly,
    },
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], ...frugal, viewport: { width: 1440, height: 900 } },
      grepInvert: [/@certified|@speed/, ...soakOnly],
    },
    // Run alone after the others, because they measure response times.
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
