import { expect, type Page } from '@playwright/test';

import type { DraftRead, DraftRow, LineRead } from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };

const nights = [{ openDaysInWeek: '[1,5]', openHours: '19:00-07:00', openHoursTimezone: 'America/New_York' }];

const draft: DraftRead = {
  id: 1,
  kind: 'serviceLine',
  code: 'tele-hospitalist',
  version: 'd1',
  status: 'draft',
  by: ruth,
  at: '2026-03-04T15:00:00Z',
  reason: 'Nights only from now on',
  approvedBy: null,
  needsApproval: false,
  publishAt: null,
  scheduledBy: null,
  failure: null,
  isOutdated: false,
  differences: [
    {
      place: 'hours',
      before: [{ days: 'Mon-Sat', open: '00:00-24:00', time_zone: 'America/New_York' }],
      after: [{ days: 'Mon-Fri', open: '19:00-07:00', time_zone: 'America/New_York' }],
    },
  ],
};

/** A line of the demonstration as the server returns it, but for this. */
async function openLine(page: Page, about: (line: LineRead) => Partial<LineRead>) {
  await page.unrouteAll();
  await page.route(/\/api\/lines\/\d+$/, async (route) => {
    const line = (await (await route.fetch()).json()) as LineRead;
    await route.fulfill({ json: { ...line, ...about(line) } });
  });
  await page.goto('/admin/lines');
  await page.getByRole('link', { name: /^Tele-Hospitalist/ }).click();
  await expect(page.getByRole('heading', { name: 'Tele-Hospitalist' })).toBeVisible();
}

const withDraft =
  (about: Partial<DraftRead> = {}) =>
  ({ settings }: LineRead) => ({
    draft: { ...draft, ...about },
    draftSettings: { ...settings, hours: nights },
  });

const row: DraftRow = { ...draft, name: 'Tele-Hospitalist', objectId: 3, organization: null };

const rows: readonly DraftRow[] = [
  { ...row, status: 'scheduled', publishAt: '2026-03-09T07:00:00Z', scheduledBy: ruth },
  { ...row, id: 2, kind: 'unit', name: 'General - Emergency', status: 'waiting', isOutdated: true, reason: null },
  { ...row, id: 3, kind: 'role', name: 'Scribe', status: 'failed', failure: 'You cannot take your own rights.' },
  { ...row, id: 4, kind: 'escalation', organization: { id: 1, name: 'Lakeshore Health' } },
];

/** What administrators see of service lines, and the drafts of everything. */
export const lines: readonly Scene[] = [
  {
    name: 'lines',
    path: '/admin/lines',
    show: (page) => expect(page.getByRole('link', { name: /^Tele-Hospitalist/ })).toBeVisible(),
  },
  {
    name: 'lines-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.route('**/api/lines', (route) => route.fulfill({ status: 418, json: {} }));
      await page.goto('/admin/lines');
      await expect(page.getByText('Failed to load the service lines')).toBeVisible();
    },
  },
  {
    name: 'drafts',
    path: '/help',
    show: async (page) => {
      await page.unrouteAll();
      await page.route('**/api/drafts', (route) => route.fulfill({ json: { drafts: rows } }));
      await page.goto('/admin/drafts');
      await expect(page.getByText('Out of date')).toBeVisible();
    },
  },
  {
    name: 'drafts-none',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.unrouteAll();
      await page.route('**/api/drafts', (route) => route.fulfill({ json: { drafts: [] } }));
      await page.goto('/admin/drafts');
      await expect(page.getByText('No drafts')).toBeVisible();
    },
  },
  {
    name: 'line',
    path: '/help',
    show: async (page) => {
      await openLine(page, withDraft());
      await expect(page.getByRole('list', { name: 'Next 14 days' })).toBeVisible();
    },
  },
  {
    name: 'line-schedule',
    soakOnly: true,
    within: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Schedule' }).click();
      await expect(page.getByRole('dialog', { name: 'Schedule This Draft' })).toBeVisible();
    },
  },
  {
    name: 'line-waits-for-approval',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openLine(page, withDraft({ status: 'waiting', needsApproval: true }));
      await expect(page.getByText('Waiting for approval')).toBeVisible();
    },
  },
  {
    name: 'line-not-published',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      const failure = 'Whoever scheduled this may no longer administer it.';
      await openLine(page, withDraft({ status: 'failed', failure, isOutdated: true }));
      await expect(page.getByText(failure)).toBeVisible();
    },
  },
  {
    name: 'line-closes',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openLine(page, () => ({}));
      await page.route(/\/api\/lines\/\d+$/, (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'unconfirmed',
            message: '',
            errors: [],
            codes: ['closes'],
            effects: ['2 consults are still open (2 at Lakeshore General - Emergency Department).'],
          },
        }),
      );
      await page
        .getByRole('textbox', { name: /^Closes/ })
        .first()
        .fill('12:00');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog', { name: 'Save This Change?' })).toBeVisible();
    },
  },
  {
    name: 'line-of-others',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openLine(page, () => ({ mayChange: false }));
      await expect(page.getByText('You can look at this service line, but not change it.')).toBeVisible();
    },
  },
  {
    name: 'escalation',
    path: '/help',
    show: async (page) => {
      await openLine(page, () => ({}));
      await page.getByRole('link', { name: 'Escalation' }).click();
      await page.getByRole('button', { name: 'Add Policy' }).click();
      await expect(page.getByRole('group', { name: 'Policy 1', exact: true })).toBeVisible();
    },
  },
];
