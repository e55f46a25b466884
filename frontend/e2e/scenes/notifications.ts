import { expect, type Page } from '@playwright/test';

import type { Scene } from './scene';

const MINUTE = 60_000;
const NOTIFICATIONS = '**/api/notifications/*';

const urgent = ['UrgentComment', 'Urgent Comment', 'View Comment', 'Rosa', 'Marsh', 2, true] as const;

const listed = [
  ['SignoffNoteDraft', 'Signoff Note in Progress', 'Continue Note', 'Rosa', 'Marsh', 0, true],
  [
    'SignoffNoteSigned',
    'Signoff Note Signed',
    'View Note',
    'Wilhelmina-Alexandra',
    'Featherstonehaugh-Cholmondeley',
    42,
    true,
  ],
  ['FaxFailed', 'Signoff Note Fax Failed', 'Open Consult', 'Amara', 'Feldspar', 3 * 60, false],
  ['SignoffNoteDraft', 'Signoff Note in Progress', 'Continue Note', 'Omar', 'Tamarisk', 26 * 60, false],
  ['SignoffNoteSigned', 'Signoff Note Signed', 'View Note', 'Iris', 'Okonkwo', 9 * 24 * 60, false],
] as const;

type Shown = (typeof listed)[number] | typeof urgent;

/** Mocks the list of notifications, regardless of other tests. */
async function serveBell(page: Page, shown: readonly Shown[]) {
  const json = shown.map(([kind, title, actionName, patientGivenName, patientFamilyName, minutes, isNew], index) => ({
    id: `a0000000-0000-4000-8000-00000000000${index}`,
    kind,
    title,
    createdAt: new Date(Date.now() - minutes * MINUTE).toISOString(),
    isNew,
    details: {
      // Only notifications about a note have a type.
      type: kind.startsWith('SignoffNote') ? kind : null,
      actionName,
      patientGivenName,
      patientFamilyName,
      consultId: '00000000-0000-4000-8000-000000000000',
    },
  }));
  await page.unrouteAll();
  await page.route(NOTIFICATIONS, (route) => route.fulfill({ json }));
  await page.reload();
  const count = shown.filter((one) => one.at(-1)).length;
  const name = count === 0 ? 'Notifications' : `Notifications, ${count} new`;
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
}

async function openBell(page: Page, shown: readonly Shown[]) {
  await serveBell(page, shown);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
}

/** The bell and its panel. */
export const notifications: readonly Scene[] = [
  { name: 'notifications-none', path: '/help', soakOnly: true, show: (page) => openBell(page, []) },
  { name: 'bell', path: '/consult', soakOnly: true, show: (page) => serveBell(page, listed) },
  { name: 'notifications', path: '/help', show: (page) => openBell(page, listed) },
  {
    name: 'urgent-comment',
    path: '/consult',
    show: async (page) => {
      await serveBell(page, [urgent]);
      await expect(page.getByRole('alert').filter({ hasText: 'Urgent Comment' })).toBeVisible();
    },
  },
  {
    name: 'notifications-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.route(NOTIFICATIONS, (route) => route.fulfill({ status: 418, json: {} }));
      await page.reload();
      await page.getByRole('button', { name: 'Notifications', exact: true }).click();
      await expect(page.getByText('Failed to load notifications')).toBeVisible();
    },
  },
];
