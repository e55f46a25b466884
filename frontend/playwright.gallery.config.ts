import { defineConfig, devices } from '@playwright/test';

import type { Settings } from './e2e/fixtures';
import base from './playwright.config';

/** Screenshots of every screen for review: `make gallery`. */
export default defineConfig<object, Settings>({
  ...base,
  testMatch: 'gallery.ts',
  reporter: 'list',
  projects: [
    { name: '1440', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: '992', use: { ...devices['Desktop Chrome'], viewport: { width: 992, height: 768 } } },
    {
      name: '390',
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
