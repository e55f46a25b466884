import { expect, type Page } from '@playwright/test';

import type { AccessAnswer, AskedPermission } from '../../src/api/generated/types.gen';
import { isNarrow, type Scene } from './scene';

const CHECKS = '**/api/access-checks';

const permission = (label: string, allows: string, about: Partial<AskedPermission> = {}): AskedPermission => ({
  action: label,
  subject: 'Consult',
  label,
  allows,
  held: true,
  roles: [{ id: 2, name: 'Virtual Provider', source: 'file', groups: [] }],
  ...about,
});

/** A refusal with everything that an answer may say. */
const refused: AccessAnswer = {
  person: { id: 2, username: 'bedside', firstName: 'Elena', lastName: 'Marigold', active: true },
  action: 'acknowledgeConsult',
  about: {
    consultId: '0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a11',
    organization: { id: 1, name: 'Lakeshore Health Network' },
    location: { id: 4, name: 'Lakeshore General - Emergency Department' },
    line: { id: 2, name: 'Tele-Stroke' },
  },
  allowed: false,
  refusal: { status: 403, code: 'forbidden', message: 'You are not authorized to do this.' },
  reason: 'None of their roles has the permission “Acknowledge consults”.',
  permissions: [
    permission('Open consults', 'Open a consult with its patient, timeline and documents.', {
      roles: [
        { id: 1, name: 'Bedside Provider', source: 'byHand', groups: [] },
        { id: 6, name: 'Stroke Team', source: 'group', groups: ['Stroke Doctors'] },
      ],
    }),
    permission('Acknowledge consults', 'Take on a consult while on call for its service line.', {
      held: false,
      roles: [{ id: 2, name: 'Virtual Provider', source: null, groups: [] }],
    }),
  ],
  facts: [
    { kind: 'organization', holds: true, text: 'They belong to Lakeshore Health Network.' },
    { kind: 'line', holds: null, text: 'Tele-Stroke is not one of their service lines.' },
    { kind: 'onCall', holds: false, text: 'They are not on call for Tele-Stroke. They are on call for Tele-Neuro.' },
    { kind: 'consult', holds: null, text: 'The consult is waiting for someone to acknowledge it.' },
  ],
};

/** Asks whether the nurse may request a consult from one of her units. */
async function ask(page: Page) {
  await page.getByRole('combobox', { name: /^Person/ }).fill('maya');
  await page.getByRole('option', { name: /^Maya Larkspur/ }).click();
  await page.getByRole('combobox', { name: /^Action/ }).selectOption('requestConsult');
  await page.getByRole('combobox', { name: /^Location/ }).fill('4 east');
  await page.getByRole('option', { name: /4 East/ }).click();
  await page.getByRole('combobox', { name: /^Service Line/ }).selectOption({ label: 'Tele-Stroke' });
  await page.getByRole('button', { name: 'Check Access' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Yes, Maya Larkspur can request a consult.');
}

async function answerWith(page: Page, status: number, json: object) {
  await page.route(CHECKS, (route) => route.fulfill({ status, json }));
  await page.getByRole('button', { name: /^(Check again|Try again)$/ }).click();
  await page.unroute(CHECKS);
}

const ROLE = /\/api\/roles\/\d+$/;

/** What administrators see of roles, and of what somebody can do. */
export const access: readonly Scene[] = [
  {
    name: 'roles',
    path: '/admin/roles',
    show: async (page) => {
      await expect(page.getByText('Open consults')).toBeVisible();
    },
  },
  {
    name: 'role',
    within: true,
    show: async (page) => {
      if (isNarrow(page)) await page.getByRole('combobox', { name: 'Role' }).selectOption('Transfer Coordinator');
      await page.getByRole('link', { name: /Transfer Coordinator$/ }).click();
      await page.getByRole('checkbox', { name: 'Comment', exact: true }).click();
      await expect(page.getByText(/lose “Comment”|loses “Comment”/)).toBeVisible();
    },
  },
  {
    name: 'role-step-up',
    soakOnly: true,
    within: true,
    show: async (page) => {
      const refusal = { code: 'step_up_required', message: 'This needs a fresh sign-in.', errors: [], maxAge: 300 };
      await page.route(ROLE, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: refusal }) : route.continue(),
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign In Again?' })).toBeVisible();
      await page.unroute(ROLE);
    },
  },
  {
    name: 'role-retire',
    soakOnly: true,
    within: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Not Now' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Retire' }).click();
      await expect(page.getByRole('dialog', { name: 'Retire Transfer Coordinator?' })).toBeVisible();
    },
  },
  {
    name: 'roles-failed',
    soakOnly: true,
    path: '/admin/roles',
    reload: true,
    show: async (page) => {
      await page.route('**/api/roles', (route) => route.fulfill({ status: 418, json: {} }));
      await page.reload();
      await expect(page.getByText('Failed to load roles')).toBeVisible();
      await page.unroute('**/api/roles');
    },
  },
  {
    name: 'access-check-empty',
    soakOnly: true,
    path: '/admin/access',
    show: async (page) => {
      await page.getByRole('button', { name: 'Check Access' }).click();
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'access-check-search',
    soakOnly: true,
    path: '/admin/access',
    show: async (page) => {
      await page.getByRole('combobox', { name: /^Person/ }).fill('m');
      await expect(page.getByRole('option', { name: /^Maya Larkspur/ })).toBeVisible();
    },
  },
  { name: 'access-check', path: '/admin/access', show: ask },
  {
    name: 'access-check-refused',
    within: true,
    soakOnly: true,
    show: async (page) => {
      await answerWith(page, 200, refused);
      await expect(page.getByRole('heading', { level: 2 })).toContainText('cannot acknowledge');
    },
  },
  {
    name: 'access-check-elsewhere',
    soakOnly: true,
    path: '/admin/access?person=1&action=checkIn&line=2',
    reload: true,
    show: async (page) => {
      await page.route(CHECKS, (route) => route.fulfill({ status: 404, json: {} }));
      await page.reload();
      await expect(page.getByText('Not in your organizations')).toBeVisible();
      await page.unroute(CHECKS);
    },
  },
];
