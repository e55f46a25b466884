import { expect, type Page } from '@playwright/test';

import type { InvitationRead, PersonRead, VersionsRead } from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

const PEOPLE = '**/api/people?*';

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };

const versions: VersionsRead = {
  versions: [
    {
      number: 3,
      at: '2026-03-05T14:02:00Z',
      by: ruth,
      file: null,
      client: null,
      reason: 'Joins the stroke team',
      isFirst: false,
      differences: [
        { place: 'service_lines.active', before: null, after: ['tele-stroke'] },
        { place: 'licenses', before: null, after: [{ state: 'OH', until: '2027-03-05' }] },
      ],
    },
    {
      number: 2,
      at: '2026-02-05T14:02:00Z',
      by: ruth,
      file: null,
      client: null,
      reason: null,
      isFirst: false,
      differences: [],
    },
    {
      number: 1,
      at: '2026-01-05T14:02:00Z',
      by: null,
      file: 'network.yaml',
      client: null,
      reason: null,
      isFirst: true,
      differences: [],
    },
  ],
};

const invitation: InvitationRead = {
  state: 'invited',
  invitedAt: '2026-03-05T14:02:00Z',
  expiresAt: '2026-03-12T14:02:00Z',
  by: ruth,
  email: 'maya.larkspur@example.org',
  mailState: 'failed',
  mailReason: 'recipient refused, code 550',
  firstSignedInAt: null,
};

/** A person of the demonstration as the server returns them, but for this. */
async function openPerson(page: Page, about: Partial<PersonRead>) {
  await page.unrouteAll();
  await page.route(/\/api\/people\/\d+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...((await response.json()) as PersonRead), ...about } });
  });
  await page.route(/\/api\/people\/\d+\/versions$/, (route) => route.fulfill({ json: versions }));
  await page.goto('/admin/people?text=larkspur');
  await page.getByRole('link', { name: /^Maya Larkspur/ }).click();
  await expect(page.getByText('Reason: Joins the stroke team')).toBeVisible();
}

/** What administrators see of people. */
export const people: readonly Scene[] = [
  {
    name: 'people',
    path: '/admin/people',
    show: async (page) => {
      await expect(page.getByRole('link', { name: /^Maya Larkspur/ })).toBeVisible();
    },
  },
  {
    name: 'people-none',
    soakOnly: true,
    path: '/admin/people?text=zzz',
    show: (page) => expect(page.getByText('Nobody matches')).toBeVisible(),
  },
  {
    name: 'people-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.route(PEOPLE, (route) => route.fulfill({ status: 418, json: {} }));
      await page.goto('/admin/people?text=lark');
      await expect(page.getByText('Failed to load the people')).toBeVisible();
      await page.unroute(PEOPLE);
    },
  },
  {
    name: 'view-as',
    path: '/admin/people?text=feldspar',
    show: async (page) => {
      await page.getByRole('link', { name: /^Amara Feldspar/ }).click();
      await page.getByRole('link', { name: 'See Wardline as they do' }).click();
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.getByRole('heading', { name: 'Service lines' })).toBeVisible();
    },
  },
  {
    name: 'person',
    path: '/help',
    show: async (page) => {
      await openPerson(page, {});
      await page.getByText('Lakeshore General Hospital').click();
      await page.getByRole('textbox', { name: /^Last Name/ }).fill('Larkin');
      await expect(page.getByText('1 change')).toBeVisible();
    },
  },
  {
    name: 'person-deactivate',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openPerson(page, {});
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByRole('dialog', { name: 'Deactivate Maya Larkspur?' })).toBeVisible();
    },
  },
  {
    name: 'person-restore',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openPerson(page, { active: false });
      await page
        .getByRole('button', { name: /^Restore this version, number/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Restore This Version?' })).toBeVisible();
    },
  },
  {
    name: 'person-elsewhere',
    soakOnly: true,
    path: '/help',
    show: (page) => openPerson(page, { worksElsewhere: true }),
  },
  {
    name: 'person-invitation',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openPerson(page, { invitation });
      await expect(page.getByText('The e-mail could not be sent')).toBeVisible();
    },
  },
  {
    name: 'people-import',
    path: '/admin/people/import',
    show: async (page) => {
      const rows = Array.from({ length: 12 }, (_, index) => `new${index},New,Person,lakeshore,new@example.org,yes`);
      const left = ['bedside', 'edtech', 'neuro', 'psych'].map((username) => `${username},Leaves,Us,lakeshore,,no`);
      const header = 'Username,First Name,Last Name,Organizations,E-mail,Active';
      const file = [header, ...rows, 'wrong,,Person,Nowhere,,perhaps', 'admin,Ruth,Hornbeam,lakeshore,,', ...left].join(
        '\n',
      );
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await expect(page.getByRole('button', { name: /^Import \d+ People$/ })).toBeVisible();
    },
  },
  {
    name: 'people-import-columns',
    soakOnly: true,
    path: '/admin/people/import',
    show: (page) => page.getByText('Columns of the file').click(),
  },
  {
    name: 'people-import-unreadable',
    soakOnly: true,
    path: '/admin/people/import',
    show: async (page) => {
      const buffer = Buffer.from('Roles\nNurse');
      await page.locator('input[type=file]').setInputFiles({ name: 'roles.csv', mimeType: 'text/csv', buffer });
      await expect(page.getByText('The column “Username” is missing.')).toBeVisible();
    },
  },
  {
    name: 'person-new',
    soakOnly: true,
    path: '/admin/people/new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Add Person' }).click();
      await expect(page.getByText('Username: This field is required.')).toBeVisible();
    },
  },
];
