import { availableParallelism } from 'node:os';

import { defineConfig, devices } from '@playwright/test';

/** A server that runs already, or one that the tests start with data of their own. */
const running = process.env.WARDLINE_E2E_URL;
const port = process.env.WARDLINE_E2E_PORT ?? '8711';

const chromium = process.env.WARDLINE_CHROMIUM;

/** Everything stays on this machine: fake camera and microphone, and WebRTC without another network than loopback. */
const args = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: availableParallelism(),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(chromium !== undefined && chromium !== '' && { executablePath: chromium }) },
  },
  ...(running === undefined && {
    webServer: {
      command: `../.venv/bin/python ../backend/scripts/e2e_server.py ${port}`,
      url: `http://127.0.0.1:${port}/api/health`,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    },
  }),
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
});
