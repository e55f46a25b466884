import { expect, type Page } from '@playwright/test';

import { installClock } from '../clock';
import { access } from './access';
import { handingOver, leaving } from './answering';
import { audit } from './audit';
import { callSchedules } from './call-schedules';
import { calls } from './calls';
import { dutyNotices } from './duty';
import { emergencyAccess, emergencyAccesses } from './emergency-access';
import { emptyForms, formStates } from './form-states';
import { mockCompleted } from './mock-consult';
import { notifications } from './notifications';
import { provisioning } from './provisioning';
import { act, isNarrow, openConsult, type Scene } from './scene';
import { systemScenes } from './system';
import { transfers } from './transfers';
import { people } from './administration';
import { connectionScenes } from './connections';
import { lines } from './lines';
import { places } from './places';
import { retentionScenes } from './retention';
import { undeliveredNotes } from './undelivered';

const MINUTE = 60_000;

/** Screens of a specialist on call. */
export const neurologist: readonly Scene[] = [
  { name: 'on-call-consults', path: '/consult' },
  { name: 'on-call-consult', show: (page) => openConsult(page) },
  { name: 'complete-stroke', show: openCompletion },
  {
    name: 'transfer-request',
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await act(page, 'Transfer');
      const dialog = page.getByRole('dialog', { name: 'Transfer request' });
      await dialog.getByRole('radio', { name: /Lakeshore General/ }).check();
      await dialog.getByRole('radio', { name: 'Ground' }).check();
      await expect(dialog.getByLabel(/Accepting Attending Physician/)).toBeVisible();
    },
  },
  {
    name: 'actions',
    path: '/consult',
    only: 'phone',
    show: async (page) => {
      await openConsult(page);
      await page.getByRole('button', { name: 'Actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'rail',
    soakOnly: true,
    path: '/consult',
    only: 'wide',
    show: async (page) => {
      await page.getByRole('button', { name: 'Full list' }).click();
      await openConsult(page);
    },
  },
  {
    name: 'on-call',
    path: '/help',
    show: async (page) => {
      await page.getByRole('button', { name: 'On-call settings' }).click();
      await expect(page.getByRole('button', { name: 'Change Tele-Stroke' })).toBeVisible();
    },
  },
  {
    name: 'on-call-change',
    soakOnly: true,
    within: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Change Tele-Stroke' }).click();
      await expect(page.getByRole('dialog', { name: 'On-Call Settings' })).toBeVisible();
    },
  },
  {
    name: 'paging-settings',
    path: '/help',
    show: async (page) => {
      await page.getByRole('button', { name: 'On-call settings' }).click();
      await page.getByRole('button', { name: 'Paging Settings' }).click();
      await expect(page.getByRole('listitem', { name: 'Cell phone' })).toBeVisible();
    },
  },
  ...leaving,
  ...dutyNotices,
  ...notifications,
  ...handingOver,
  {
    name: 'connection-lost',
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await page.context().setOffline(true);
      await expect(page.getByText(/^Reconnecting/)).toBeVisible();
    },
  },
];

/** Screens of a line that signs off in the completion dialog. */
export const neurology: readonly Scene[] = [
  {
    name: 'edit-neuro',
    path: '/consult',
    show: async (page) => {
      await openConsult(page, 'Tele-Neuro');
      await act(page, 'Edit');
      await expect(page.getByRole('dialog').getByLabel(/^Patient ID/)).toBeVisible();
    },
  },
  {
    name: 'sign-off-wrong',
    path: '/consult',
    show: async (page) => {
      await openConsult(page, 'Tele-Neuro');
      await openCompletion(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Complete and Sign Off' }).click();
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'sign-off-missing',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: openUnsigned,
  },
  {
    name: 'sign-off',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await openUnsigned(page);
      await act(page, 'Add Sign-off');
      await expect(page.getByRole('dialog').getByLabel(/^Documentation Reference/)).toBeVisible();
    },
  },
  {
    name: 'signed-off',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await mockCompleted(page, { ...completed, allowedActions: [], signOffNote: note });
      await page.route('**/sign-off-neuro', (route) => route.fulfill({ json: [note] }));
      await openConsult(page, 'Tele-Neuro');
      await page.getByRole('region', { name: 'Sign-off' }).getByText('EMR-204181').scrollIntoViewIfNeeded();
    },
  },
];

const signatory = { id: 7, username: 'neuro2', firstName: 'Hiroshi', lastName: 'Obsidian' };
const note = {
  consultId: '00000000-0000-4000-8000-000000000000',
  status: 'Signed',
  signatory,
  signedOffAt: '2026-03-04T14:02:00Z',
  documentVersions: [
    {
      version: 1,
      docStatus: 'Current',
      docType: 'Note',
      content: {
        typeofCall: 'video',
        videoCallLength: 14,
        documentationReference: 'EMR-204181',
        cancellationReason: null,
        comment: 'Loaded with levetiracetam. Please repeat the EEG tomorrow morning and call back if not at baseline.',
      },
      author: signatory,
      createdAt: '2026-03-04T14:02:00Z',
    },
  ],
};

/** Opens a consult that was completed without a sign-off. */
async function openUnsigned(page: Page) {
  await mockCompleted(page, { ...completed, allowedActions: ['signOff'] });
  await openConsult(page, 'Tele-Neuro');
  await expect(page.getByText(/^Consult is completed or cancelled/)).toBeVisible();
}

const completed = { completedByUser: signatory, completedAt: note.signedOffAt };

export const psychiatrist: readonly Scene[] = [
  ...emergencyAccess,
  {
    name: 'complete-psych',
    path: '/consult',
    show: async (page) => {
      await openConsult(page, 'Tele-Psych');
      await openCompletion(page);
    },
  },
  ...calls,
];

async function openCompletion(page: Page) {
  if (!isNarrow(page)) await act(page, 'Complete');
  else await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Video', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Screens of users who do not provide patient care. */
export const coordinator: readonly Scene[] = [...transfers, ...callSchedules];

export const administrator: readonly Scene[] = [
  ...people,
  ...places,
  ...lines,
  ...formStates,
  ...emptyForms,
  ...connectionScenes,
  ...retentionScenes,
  ...undeliveredNotes,
  ...systemScenes,
  ...access,
  ...provisioning,
  ...emergencyAccesses,
  ...audit,
  {
    name: 'applications',
    path: '/help',
    show: async (page) => {
      await page.getByRole('button', { name: 'Applications' }).click();
      await expect(page.getByRole('dialog', { name: 'Applications' })).toBeVisible();
    },
  },
  {
    name: 'idle-warning',
    path: '/help',
    show: async (page) => {
      await installClock(page);
      await page.reload();
      await expect(page.getByRole('button', { name: /'s profile$/ })).toBeVisible();
      await page.clock.fastForward(14 * MINUTE);
      await expect(page.getByRole('dialog', { name: 'Are You Still There?' })).toBeVisible();
    },
  },
];

export const nobody: readonly Scene[] = [{ name: 'not-authorized', path: '/' }];
