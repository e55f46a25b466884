import { expect, type Page } from '@playwright/test';

import { ago } from './note-content';
import type { Scene } from './scene';

const PROBLEMS = '**/api/undelivered-notes';

const author = { id: 5, username: 'neuro', firstName: 'Amara', lastName: 'Feldspar' };
const undelivered = (channel: string, state: string, reason: string | null, attemptCount: number) => ({
  undelivered: { channel, state, reason, held: false, attemptCount, attempts: [] },
});

const problems = [
  { docType: 'Note', since: 12, ...undelivered('filing', 'failed', 'rejected by the EMR (AE)', 1) },
  { docType: 'Addendum', since: 47, ...undelivered('filing', 'waiting', 'no answer', 7) },
  { docType: 'Fax', since: 95, ...undelivered('fax', 'failed', 'busy', 3) },
  { docType: 'Note', since: 230, ...undelivered('filing', 'waiting', 'PDF missing', 12), pdfStatus: 'TemplateError' },
  { docType: 'Error', since: 26 * 60, pdfStatus: 'PdfError' },
].map(({ since, ...problem }, index) => ({
  consultId: `0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a1${index}`,
  version: index + 1,
  serviceLineId: 5,
  location: 'Lakeshore General - Emergency Department',
  author,
  createdAt: ago(since),
  pdfStatus: null,
  undelivered: null,
  canConfirmPatient: false,
  ...problem,
}));

const reason = 'patient does not match the record';
const waiting = {
  ...problems[1],
  undelivered: { channel: 'filing', state: 'waiting', reason, held: true, attemptCount: 0, attempts: [] },
  canConfirmPatient: true,
};
const comparison = {
  verification: 'mismatch',
  said: { nameGiven: 'Rosa', nameFamily: 'Marsh', birthDate: '1950-03-05', numbers: ['MRN-100482'] },
  recorded: { nameGiven: 'Rosa Elena', nameFamily: 'Quill', birthDate: '1950-03-05', numbers: ['MRN-100482'] },
  differing: ['name'],
  digest: '5'.repeat(64),
};

async function serveProblems(page: Page, status: number, json: object) {
  await page.unrouteAll();
  await page.route(PROBLEMS, (route) => route.fulfill({ status, json }));
  await page.goto('/admin/connections/undelivered-notes');
}

/** Screens of an administrator with undelivered notes. */
export const undeliveredNotes: readonly Scene[] = [
  {
    name: 'undelivered-none',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serveProblems(page, 200, []);
      await expect(page.getByText('Nothing needs attention')).toBeVisible();
    },
  },
  {
    name: 'undelivered',
    path: '/help',
    show: async (page) => {
      await serveProblems(page, 200, problems);
      await expect(page.getByRole('heading', { name: 'Fax: delivery failed' })).toBeVisible();
    },
  },
  {
    name: 'undelivered-patient',
    path: '/help',
    show: async (page) => {
      await serveProblems(page, 200, [waiting]);
      await page.route(`${PROBLEMS}/*/*/patient`, (route) => route.fulfill({ status: 200, json: comparison }));
      await page.getByRole('button', { name: 'Review Patient' }).click();
      await expect(page.getByRole('textbox', { name: /^Reason/ })).toBeVisible();
    },
  },
  {
    name: 'undelivered-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serveProblems(page, 418, {});
      await expect(page.getByText('Failed to load')).toBeVisible();
    },
  },
];
