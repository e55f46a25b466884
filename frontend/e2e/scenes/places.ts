import { expect, type Page } from '@playwright/test';

import type { UnitDetails, VersionsRead } from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

const UNITS = /\/api\/places\/units\/\d+$/;

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };

const versions: VersionsRead = {
  versions: [
    {
      number: 2,
      at: '2026-03-05T14:02:00Z',
      by: ruth,
      file: null,
      client: null,
      reason: 'Second cart',
      isFirst: false,
      differences: [
        {
          place: 'video_rooms',
          before: [{ name: 'ED Cart 1' }],
          after: [{ name: 'ED Cart 1' }, { name: 'ED Cart 2' }],
        },
      ],
    },
    {
      number: 1,
      at: '2026-01-05T14:02:00Z',
      by: null,
      file: 'n.yaml',
      client: null,
      reason: null,
      isFirst: true,
      differences: [],
    },
  ],
};

/** A unit of the demonstration as the server returns it, but for this. */
async function openUnit(page: Page, about: Partial<UnitDetails>) {
  await page.unrouteAll();
  await page.route(UNITS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...((await response.json()) as UnitDetails), ...about } });
  });
  await page.route(/\/api\/places\/units\/\d+\/versions$/, (route) => route.fulfill({ json: versions }));
  await page.goto('/admin/places?text=lakeshore-general-ed');
  await page.getByRole('link', { name: /^Emergency Department/ }).click();
  await expect(page.getByText('Reason: Second cart')).toBeVisible();
}

/** What administrators see of places. */
export const places: readonly Scene[] = [
  {
    name: 'places',
    path: '/admin/places',
    show: (page) => expect(page.getByRole('link', { name: 'Lakeshore General Hospital' })).toBeVisible(),
  },
  {
    name: 'places-none',
    soakOnly: true,
    path: '/admin/places?text=zzz',
    show: (page) => expect(page.getByText('No place matches')).toBeVisible(),
  },
  {
    name: 'places-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.route('**/api/places?*', (route) => route.fulfill({ status: 418, json: {} }));
      await page.goto('/admin/places?text=general');
      await expect(page.getByText('Failed to load the places')).toBeVisible();
    },
  },
  {
    name: 'place-unit',
    path: '/help',
    show: async (page) => {
      await openUnit(page, {});
      await page.getByRole('checkbox', { name: 'A patient number of this unit' }).check();
      await page.getByRole('textbox', { name: /^Pattern/ }).fill('[0-9]{4}');
      await page.getByLabel(/^Try an Example/).fill('12');
      await expect(page.getByText('This number is refused')).toBeVisible();
      await page.getByRole('button', { name: 'Read the Census Now' }).click();
      await expect(page.getByText(/in this unit now/)).toBeVisible();
    },
  },
  {
    name: 'place-unit-asked',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await openUnit(page, {});
      await page.route(UNITS, (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'unconfirmed',
            message: '',
            errors: [],
            codes: ['switchedOff'],
            effects: [
              '2 Tele-Psych consults of this unit are open, and can still be completed. Nobody can request Tele-Psych here.',
            ],
          },
        }),
      );
      await page.getByRole('button', { name: 'Switch Off' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch Off' }).click();
      await expect(page.getByRole('button', { name: 'Switch Off Anyway' })).toBeVisible();
    },
  },
  {
    name: 'place-unit-switch-off',
    soakOnly: true,
    path: '/help',
    // Closes both dialogs of the scene before.
    reload: true,
    show: async (page) => {
      await openUnit(page, {});
      await page.getByRole('button', { name: 'Switch Off' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'place-facility',
    soakOnly: true,
    path: '/admin/places',
    show: async (page) => {
      await page.getByRole('link', { name: 'Lakeshore General Hospital' }).click();
      await expect(page.getByRole('link', { name: 'Add Unit' })).toBeVisible();
    },
  },
  {
    name: 'place-organization',
    soakOnly: true,
    path: '/admin/places',
    show: async (page) => {
      await page.getByRole('link', { name: 'Summit Ridge Healthcare' }).click();
      await page.getByLabel('Signed Notes Are Filed In').selectOption('HL7 v2 interface');
      await expect(page.getByLabel(/^Host of the Interface/)).toBeVisible();
    },
  },
  {
    name: 'place-new',
    soakOnly: true,
    path: '/admin/places/organizations/new',
    show: async (page) => {
      await page.getByRole('button', { name: 'Add Organization' }).click();
      await expect(page.getByText('Code: This field is required.')).toBeVisible();
    },
  },
  {
    name: 'place-missing',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.unrouteAll();
      await page.goto('/admin/places/units/999999');
      await expect(page.getByText('This unit does not exist')).toBeVisible();
    },
  },
];
