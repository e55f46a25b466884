import { expect, type Page } from '@playwright/test';

import type { SystemGroup, SystemItem, SystemRead } from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const SYSTEM = '**/api/system';

const item = (name: string, value: string, about: Partial<SystemItem> = {}): SystemItem => ({
  name,
  state: 'ok',
  value,
  action: null,
  at: null,
  ...about,
});

const working: SystemGroup[] = [
  { kind: 'paging', items: [item('Alarms', 'The auditor of pages has no open alarm.')] },
  {
    kind: 'nodes',
    items: [
      item(
        'consults-1.hospital.example',
        'Answers requests, pages people and runs background work, audits pages; version 0.1.0, started 3 days ago; last report 4 seconds ago.',
      ),
    ],
  },
  { kind: 'work', items: [item('Queue', 'Nothing waits; 1 job running, 2 for later.')] },
  { kind: 'backups', items: [item('Last backup', '3 hours ago, 1.2 GB.', { at: ago(180) })] },
  {
    kind: 'keys',
    items: [
      item('Certificate of this site', 'Not known to Wardline: TLS ends at your reverse proxy.', {
        state: 'note',
        action: 'Let the proxy renew it automatically, and watch when it expires.',
      }),
    ],
  },
];

const troubled: SystemGroup[] = [
  {
    kind: 'paging',
    items: [
      item('Nothing sends pages', '1 open alarm.', {
        state: 'actNow',
        action: 'Start `wardline worker`, or restart the server.',
      }),
    ],
  },
  ...working.slice(1, 2),
  {
    kind: 'work',
    items: [item('State', 'It could not be read.', { state: 'lookSoon', action: 'Try again.' })],
  },
  {
    kind: 'backups',
    items: [
      item('Last backup', '9 days ago, 1.2 GB.', {
        state: 'actNow',
        action: 'Run `wardline backup FILE` every day, and store the file on another machine.',
        at: ago(9 * 24 * 60),
      }),
    ],
  },
  ...working.slice(4),
];

const system = (groups: SystemGroup[]): SystemRead => ({ version: '0.1.0', checkedAt: ago(0), groups });

async function serveSystem(page: Page, status: number, json: object) {
  await page.unrouteAll();
  await page.route(SYSTEM, (route) => route.fulfill({ status, json }));
  await page.goto('/admin/system');
}

/** Screens of an administrator who looks after the installation. */
export const systemScenes: readonly Scene[] = [
  {
    name: 'system-well',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serveSystem(page, 200, system(working));
      await expect(page.getByText('Everything works.')).toBeVisible();
    },
  },
  {
    name: 'system-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serveSystem(page, 418, {});
      await expect(page.getByText('The state of the system could not be loaded')).toBeVisible();
    },
  },
  {
    name: 'system-licenses',
    path: '/help',
    show: async (page) => {
      await serveSystem(page, 200, system(troubled));
      await expect(page.getByText('2 things need action now. 1 thing needs a look soon.')).toBeVisible();
      await page.getByRole('button', { name: 'Show licenses' }).click();
      await expect(page.getByRole('rowheader', { name: 'fastapi', exact: true })).toBeVisible();
    },
  },
];
