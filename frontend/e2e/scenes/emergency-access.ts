import { expect, type Page } from '@playwright/test';

import type { EmergencyAccessPage, EmergencyAccessRow } from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const ACCESSES = '**/api/emergency-accesses**';

const open: EmergencyAccessRow = {
  id: '11111111-2222-4333-8444-555555555501',
  user: { id: 21, username: 'covid', firstName: 'Linh', lastName: 'Agate' },
  organization: 'Lakeshore Health',
  consults: [
    { id: 'aaaaaaaa-2222-4333-8444-555555555501', line: 'Tele-Psych', mayOpen: true },
    { id: 'bbbbbbbb-2222-4333-8444-555555555501', line: 'Tele-Stroke', mayOpen: false },
  ],
  reason: 'treating',
  explanation: 'Collapsed in our unit, and nobody here knew about the earlier consult.',
  startedAt: ago(12),
  endedAt: ago(-48),
  endedBy: null,
  readCount: 4,
  told: 'delivered',
  isOwn: false,
  review: null,
};

const accesses: EmergencyAccessRow[] = [
  open,
  { ...open, id: '11111111-2222-4333-8444-555555555502', endedBy: 'signOut', endedAt: ago(30), told: 'failed' },
  {
    ...open,
    id: '11111111-2222-4333-8444-555555555503',
    endedBy: 'user',
    startedAt: ago(2_000),
    endedAt: ago(1_990),
    told: null,
    isOwn: true,
  },
  {
    ...open,
    id: '11111111-2222-4333-8444-555555555504',
    endedBy: 'time',
    startedAt: ago(4_000),
    endedAt: ago(3_940),
    review: {
      verdict: 'followUp',
      note: 'Asked the unit to call the line first.',
      by: { id: 2, username: 'admin', firstName: 'Robin', lastName: 'Hazel' },
      at: ago(3_000),
    },
  },
];

async function serve(page: Page, status: number, json: EmergencyAccessPage | object) {
  await page.unrouteAll();
  await page.route(ACCESSES, (route) => route.fulfill({ status, json }));
  await page.goto('/admin/emergency-access');
}

/** The administrators' list. */
export const emergencyAccesses: readonly Scene[] = [
  {
    name: 'emergency-accesses-none',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 200, { accesses: [], next: null });
      await expect(page.getByText('Nothing to review')).toBeVisible();
    },
  },
  {
    name: 'emergency-accesses-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 418, {});
      await expect(page.getByText('Failed to load the emergency accesses')).toBeVisible();
    },
  },
  {
    name: 'emergency-accesses',
    path: '/help',
    show: async (page) => {
      await serve(page, 200, { accesses, next: null });
      await expect(page.getByRole('article')).toHaveCount(accesses.length);
    },
  },
  {
    name: 'emergency-access-review',
    within: true,
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Review' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

/** The form with which anybody who may view consults asks. */
export const emergencyAccess: readonly Scene[] = [
  {
    name: 'emergency-access',
    soakOnly: true,
    path: '/emergency-access',
    show: async (page) => {
      await page.getByRole('button', { name: 'Open Consults' }).click();
      await expect(page.getByRole('link', { name: /Date of Birth/ })).toBeVisible();
    },
  },
];
