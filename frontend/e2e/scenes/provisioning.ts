import { expect, type Page } from '@playwright/test';

import type { ProvisioningRead } from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const PROVISIONING = '**/api/provisioning';

const lakeshore = { organizationId: 1, organizationName: 'Lakeshore Health' };

const working: ProvisioningRead = {
  address: 'https://consults.hospital.example/api/scim/v2',
  isConfigured: true,
  fileProblem: null,
  clients: [
    {
      ...lakeshore,
      name: 'entra',
      people: 1_240,
      secrets: [
        { ending: '9f3a', usedAt: ago(4) },
        { ending: '02cd', usedAt: null },
      ],
    },
  ],
  groups: [
    {
      ...lakeshore,
      id: 1,
      displayName: 'Stroke Doctors',
      externalId: '6f2a',
      members: 12,
      roleIds: [2],
      rolesBy: null,
      version: 'a',
    },
    {
      ...lakeshore,
      id: 2,
      displayName: 'Emergency Department Nurses of All Campuses',
      externalId: '77b0',
      members: 318,
      roleIds: [],
      rolesBy: null,
      version: 'b',
    },
  ],
  roles: [
    { id: 1, name: 'Bedside Provider', mayBeGiven: true },
    { id: 2, name: 'Virtual Provider', mayBeGiven: true },
    { id: 3, name: 'Administrator', mayBeGiven: false },
  ],
  stops: [],
  problems: [],
};

const troubled: ProvisioningRead = {
  ...working,
  fileProblem: 'line 3 has a secret of less than 32 characters',
  stops: [{ ...lakeshore, stoppedAt: ago(6), deactivated: 62, limit: 62, allowedUntil: null }],
  problems: [
    {
      id: 2,
      organizationId: 1,
      client: 'entra',
      at: ago(6),
      did: 'changed a person through provisioning',
      message: 'This is managed by the file network.yaml. Change it there and load the file.',
      person: { id: 1, username: 'nurse', firstName: 'Maya', lastName: 'Larkspur' },
      groupName: null,
    },
    {
      id: 1,
      organizationId: 1,
      client: 'entra',
      at: ago(90),
      did: 'changed a group through provisioning',
      message: 'The group has 2 members that are not known here. Provision them first.',
      person: null,
      groupName: 'Stroke Doctors',
    },
  ],
};

async function serve(page: Page, status: number, json: object) {
  await page.unrouteAll();
  await page.route(PROVISIONING, (route) => route.fulfill({ status, json }));
  await page.goto('/admin/provisioning');
}

/** Identity providers that add and deactivate people. */
export const provisioning: readonly Scene[] = [
  {
    name: 'provisioning-new',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 200, { ...working, clients: [], groups: [], isConfigured: false });
      await expect(page.getByText(/^This server has no file of secrets yet/)).toBeVisible();
    },
  },
  {
    name: 'provisioning-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 418, {});
      await expect(page.getByText('Failed to load this page')).toBeVisible();
    },
  },
  {
    name: 'provisioning-stopped',
    path: '/help',
    show: async (page) => {
      await serve(page, 200, troubled);
      await expect(page.getByText(/^Provisioning for Lakeshore Health was stopped/)).toBeVisible();
    },
  },
  {
    name: 'provisioning-allow',
    within: true,
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Allow More' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'provisioning-roles',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 200, working);
      await page.getByRole('button', { name: 'Choose Roles of Stroke Doctors' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'provisioning-roles-changed-meanwhile',
    soakOnly: true,
    within: true,
    show: async (page) => {
      const [stroke, ...others] = working.groups;
      const amara = { id: 5, username: 'neuro', firstName: 'Amara', lastName: 'Feldspar' };
      const groups = [{ ...stroke, roleIds: [], rolesBy: amara, version: 'newer' }, ...others];
      await page.route(PROVISIONING, (route) => route.fulfill({ json: { ...working, groups } }));
      await page.route(`${PROVISIONING}/groups/*/roles`, (route) =>
        route.fulfill({ status: 412, json: { code: 'changed_meanwhile', message: '', errors: [], changedBy: amara } }),
      );
      await page.getByLabel('Bedside Provider').check();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Amara Feldspar changed this group while you were editing.')).toBeVisible();
    },
  },
];
