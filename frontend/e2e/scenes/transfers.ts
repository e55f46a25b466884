import { expect } from '@playwright/test';

import { act, expectConsult, type Scene } from './scene';

/** The transfer center's list and a transfer of it. */
export const transfers: readonly Scene[] = [
  { name: 'transfers', path: '/transfer' },
  {
    name: 'transfer-filter',
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('dialog', { name: 'Filter Transfers' }).locator('input[aria-label="Locations"]').click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'transfer',
    path: '/transfer',
    reload: true,
    show: async (page) => {
      await page.locator('a[href*="/transfer/"]').first().click();
      await expectConsult(page);
    },
  },
  {
    name: 'decline-transfer',
    show: async (page) => {
      await act(page, 'Facility Declined');
      await expect(page.getByRole('dialog', { name: 'Facility Declined' })).toBeVisible();
    },
  },
];
