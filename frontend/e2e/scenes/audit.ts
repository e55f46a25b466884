import { expect, type Page } from '@playwright/test';

import { ago } from './note-content';
import type { Scene } from './scene';

const user = (id: number, username: string, firstName: string, lastName: string) => ({
  id,
  username,
  firstName,
  lastName,
});
const maya = user(1, 'nurse', 'Maya', 'Larkspur');
const amara = user(5, 'neuro', 'Amara', 'Feldspar');
const consultIds = ['0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a10', '7c21d3f0-1e2b-4c5d-8e6f-1a2b3c4d5e6f'];
const patientIds = ['a778c1d4-4e86-43a9-a0de-3f3e3fe15cfa', 'd11659e1-4ec8-4931-9cb1-5f52bcf9fd8f'];

const entries = [
  { since: 2, user: amara, action: 'signSignoffNote', consultIds: consultIds.slice(0, 1) },
  { since: 9, user: amara, action: 'listUpdates', consultIds: consultIds.slice(0, 1) },
  { since: 9, user: amara, action: 'getConsult', consultIds: consultIds.slice(0, 1) },
  { since: 14, user: maya, action: 'searchConsults', consultIds },
  { since: 16, user: maya, action: 'searchConsults', consultIds },
  { since: 31, user: maya, action: 'getConsult', consultIds: [], status: 404, result: 'refused', code: 'not_found' },
  { since: 64, user: maya, action: 'readCensus', consultIds: [], emrIds: ['MRN-100482', 'MRN-100731'] },
  { since: 65, user: maya, action: 'createConsult', consultIds: consultIds.slice(1) },
  { since: 150, user: null, action: 'askToJoinAsGuest', consultIds: [], details: { guest: 'one' } },
  {
    since: 160,
    user: amara,
    action: 'faxSignoffNote',
    consultIds: [],
    status: 503,
    result: 'failed',
    code: 'internal',
  },
].map(({ since, ...entry }, index) => ({
  id: 900 - 2 * index,
  at: ago(since),
  requestId: `80448cec99904ae18ddf813f0bb18f6${index}`,
  status: 200,
  result: 'allowed',
  code: null,
  address: '10.20.30.40',
  organizationIds: [],
  patientIds: patientIds.slice(0, entry.consultIds.length),
  emrIds: [],
  details: null,
  openableConsultIds: entry.consultIds.slice(0, 1),
  ...entry,
}));

const state = {
  entries: 48_210,
  removed: 1_204,
  removals: [{ entries: 1_204, removedAt: ago(600), lastEntryId: 893 }],
  isChanged: false,
  checkedUntil: ago(1),
  checkedAgainAt: ago(200),
  checkpointAt: ago(4),
  signs: true,
  witnesses: [{ name: 'syslog+tls://logs.example.org:6514', behind: 0, failingSince: null, failure: null }],
  problems: [],
};
const changed = {
  ...state,
  isChanged: true,
  problems: [
    {
      isUrgent: true,
      title: 'The audit trail was changed outside of Wardline.',
      advice:
        'What was found: entry 312 (link 310) was changed after it was linked. Keep the database and its backups as they are, ' +
        'inform whoever is responsible for security, and run “wardline audit verify” on the server, with a witness’s file if there is one.',
    },
  ],
};

async function serveTrail(page: Page, json: object, path: string, served: object = state, status = 200) {
  await page.unrouteAll();
  await page.route('**/api/audit/state', (route) => route.fulfill({ json: served }));
  await page.route('**/api/audit/people/$search', (route) => route.fulfill({ json: { people: [maya] } }));
  await page.route('**/api/audit/$search', (route) => route.fulfill({ status, json }));
  await page.goto(path);
}

const page = { entries, hasMore: true, next: 882 };

/** What administrators see of the audit trail. */
export const audit: readonly Scene[] = [
  {
    name: 'audit',
    path: '/help',
    show: async (window) => {
      await serveTrail(window, page, '/admin/audit');
      await window
        .getByRole('button', { name: /^Details of Maya Larkspur/ })
        .first()
        .click();
      await expect(window.getByText('For support')).toBeVisible();
    },
  },
  {
    name: 'audit-story',
    soakOnly: true,
    path: '/help',
    show: async (window) => {
      await serveTrail(window, page, '/admin/audit?person=1&view=story');
      await expect(window.getByRole('list', { name: 'What happened, by hour' })).toBeVisible();
    },
  },
  {
    name: 'audit-filter',
    soakOnly: true,
    show: async (window) => {
      await window.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect(window.getByRole('dialog', { name: 'Filter the Audit Trail' })).toBeVisible();
    },
  },
  {
    name: 'audit-export',
    soakOnly: true,
    show: async (window) => {
      await window.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(window.getByRole('dialog', { name: 'Export the Audit Trail' })).toBeVisible();
    },
  },
  {
    name: 'audit-changed',
    soakOnly: true,
    path: '/help',
    show: async (window) => {
      await serveTrail(window, { entries: [], hasMore: false, next: null }, '/admin/audit', changed);
      await expect(window.getByText('The audit trail is not intact')).toBeVisible();
      await expect(window.getByText('No entries found')).toBeVisible();
    },
  },
  {
    name: 'audit-failed',
    soakOnly: true,
    path: '/help',
    show: async (window) => {
      await serveTrail(window, {}, '/admin/audit', state, 418);
      await expect(window.getByText('Failed to load the audit trail')).toBeVisible();
    },
  },
];
