import { expect, type Page } from '@playwright/test';

import type { Scene } from './scene';

export const signedOut: readonly Scene[] = [
  { name: 'login', path: '/login' },
  { name: 'help-signed-out', path: '/help' },
  { name: 'error', path: '/error' },
  {
    name: 'locked',
    soakOnly: true,
    path: '/login',
    show: async (page) => {
      await lock(page, []);
      await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
    },
  },
  {
    name: 'locked-and-paged',
    path: '/login',
    show: async (page) => {
      const started = Date.now();
      await lock(page, [
        { ...PAGE, startedAt: new Date(started - 180_000).toISOString() },
        { ...PAGE, id: 2, priority: 'routine', startedAt: new Date(started - 1_200_000).toISOString() },
      ]);
      await expect(page.getByRole('button', { name: 'Sign in to answer' })).toBeVisible();
    },
  },
];

const PAGE = {
  id: 1,
  serviceLineName: 'Tele-Stroke',
  locationName: 'Lakeshore General Hospital - Emergency Department',
  priority: 'critical',
  muted: false,
};

/** The tab of someone on call whom the idle timer has signed out. */
async function lock(page: Page, pages: readonly object[]) {
  await page.unroute('**/api/duty/pages');
  await page.route('**/api/duty/pages', (route) =>
    route.fulfill({ json: { serviceLineNames: ['Tele-Neuro', 'Tele-Stroke'], pages } }),
  );
  await page.evaluate(() => {
    sessionStorage.setItem(
      'wardline.duty',
      JSON.stringify({ subject: 'neuro', userId: 1, token: 'token', reachable: true }),
    );
    const ended = { subject: 'neuro', ending: 'idle', lost: false };
    sessionStorage.setItem('wardline.signed-out', JSON.stringify(ended));
  });
  await page.reload();
}
