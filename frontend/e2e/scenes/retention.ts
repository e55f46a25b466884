import { expect, type Page } from '@playwright/test';

import type { MeRead, RetentionRead } from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

/** An administrator who manages retention, too. */
async function openRetention(page: Page, answer: { status: number; json: unknown }) {
  await page.unrouteAll();
  await page.route('**/api/me', async (route) => {
    const me = (await (await route.fetch()).json()) as MeRead;
    const own = { action: 'Manage', subject: 'Retention' };
    await route.fulfill({ json: { ...me, rbacPermissions: [...me.rbacPermissions, own] } });
  });
  await page.route('**/api/retention', (route) => route.fulfill(answer));
  await page.goto('/admin/retention');
}

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };
const at = '2026-03-04T15:00:00Z';
const lakeshore = { organizationId: 1, organizationName: 'Lakeshore Health' };
const unset = { days: null, version: '0', reason: null, by: null, at: null, mayChange: true };

const known: RetentionRead = {
  kinds: [
    {
      kind: 'consults',
      contains:
        'Consults that were completed or cancelled, with their timeline, notes, faxes, transfers and calls, and patients without any other consult.',
      minimumDays: 30,
      advice:
        'HIPAA names no time for medical records. Medicare requires hospitals to keep them for at least 5 years, and state laws often longer, above all for minors. Your counsel decides.',
      source: '42 CFR 482.24(b)(1); HHS, FAQ 580',
    },
    {
      kind: 'feedback',
      contains: 'What users wrote about Wardline.',
      minimumDays: 30,
      advice: 'No law known to Wardline sets a period. Your counsel decides.',
      source: null,
    },
  ],
  periods: [
    { ...unset, ...lakeshore, kind: 'consults', days: 4383, version: '3', reason: 'State law', by: ruth, at },
    { ...unset, kind: 'consults', organizationId: 2, organizationName: 'Riverbend Regional' },
    { ...unset, kind: 'feedback', organizationId: null, organizationName: null, mayChange: false },
  ],
  changes: [{ kind: 'consults', organizationName: 'Lakeshore Health', days: 4383, reason: 'State law', by: ruth, at }],
  holds: [
    {
      ...lakeshore,
      id: 1,
      scope: 'consult',
      subjectId: 'c0ffee00-0000-4000-8000-000000000001',
      fromAt: null,
      untilAt: null,
      reason: 'Letter of the court of March 2',
      by: ruth,
      at,
      endedAt: null,
      endedBy: null,
      endReason: null,
    },
  ],
  runs: [{ id: 1, startedAt: at, endedAt: at, removed: [{ kind: 'consults', count: 1204 }] }],
};

/** Screens of those who manage retention. */
export const retentionScenes: readonly Scene[] = [
  {
    name: 'retention-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openRetention(page, { status: 418, json: {} });
      await expect(page.getByText('Retention could not be loaded')).toBeVisible();
    },
  },
  {
    name: 'retention',
    path: '/help',
    show: async (page) => {
      await openRetention(page, { status: 200, json: known });
      await expect(page.getByText('Kept for 4,383 days (about 12 years)').first()).toBeVisible();
    },
  },
  {
    name: 'retention-period',
    soakOnly: true,
    show: (page) => page.getByRole('button', { name: 'Change: Closed consults, Lakeshore Health' }).click(),
  },
  {
    name: 'retention-hold',
    soakOnly: true,
    show: (page) => page.getByRole('button', { name: 'Begin a hold' }).click(),
  },
];
