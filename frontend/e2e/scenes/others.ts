import { expect, type Page } from '@playwright/test';

import { act, chooseProfile, expectConsult, isNarrow, openConsult, type Scene } from './scene';

const MINUTE = 60_000;

/** What a specialist on call meets. */
export const neurologist: readonly Scene[] = [
  { name: 'on-call-consults', path: '/consult' },
  { name: 'on-call-consult', show: (page) => openConsult(page) },
  { name: 'complete-stroke', show: openCompletion },
  {
    name: 'actions',
    only: 'phone',
    show: async (page) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'rail',
    path: '/consult',
    only: 'wide',
    show: async (page) => {
      await page.getByRole('button', { name: 'Whole list' }).click();
      await openConsult(page);
    },
  },
  {
    name: 'on-call',
    path: '/help',
    show: async (page) => {
      await page.getByRole('button', { name: 'On-call settings' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'logout', show: (page) => chooseProfile(page, 'Logout') },
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

export const psychiatrist: readonly Scene[] = [
  {
    name: 'complete-psych',
    path: '/consult',
    show: async (page) => {
      await openConsult(page, 'Tele-Psych');
      await openCompletion(page);
    },
  },
];

async function openCompletion(page: Page) {
  if (!isNarrow(page)) await act(page, 'Complete');
  else await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Video', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** What the others meet who do not care for patients themselves. */
export const coordinator: readonly Scene[] = [
  { name: 'transfers', path: '/transfer' },
  {
    name: 'transfer-filter',
    show: async (page) => {
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('dialog', { name: 'Filter transfers' }).locator('input[aria-label="Locations"]').click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'transfer',
    path: '/transfer',
    show: async (page) => {
      await page.locator('a[href*="/transfer/"]').first().click();
      await expectConsult(page);
    },
  },
];

export const administrator: readonly Scene[] = [
  {
    name: 'applications',
    path: '/help',
    show: async (page) => {
      await page.getByRole('button', { name: 'Applications' }).click();
      await expect(page.getByRole('dialog', { name: 'Applications' })).toBeVisible();
    },
  },
  {
    name: 'left-alone',
    path: '/help',
    show: async (page) => {
      await page.clock.install();
      await page.reload();
      await expect(page.getByRole('button', { name: /^Profile of / })).toBeVisible();
      await page.clock.fastForward(14 * MINUTE);
      await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
    },
  },
];

export const nobody: readonly Scene[] = [{ name: 'not-authorized', path: '/' }];
