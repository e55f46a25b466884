import { expect, type Page } from '@playwright/test';

import { act, resetLayoutShift, isNarrow, openConsult, type Scene } from './scene';

const dialog = (page: Page) => page.getByRole('dialog');

async function openFilter(page: Page) {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(dialog(page)).toBeVisible();
}

async function addLongComment(page: Page) {
  if (isNarrow(page)) await page.getByRole('button', { name: /^Timeline/ }).click();
  await page.getByRole('textbox', { name: /Add Comment/ }).fill('The family is asking how the night went. '.repeat(30));
  await page.getByRole('button', { name: 'Add Comment' }).click();
  await page
    .getByRole('button', { name: /^Show all of/ })
    .first()
    .click();
  await expect(dialog(page)).toBeVisible();
}

/** Sends a comment that the server does not confirm, then a different one. */
async function changeUnconfirmedComment(page: Page) {
  if (isNarrow(page)) await page.getByRole('button', { name: /^Timeline/ }).click();
  await page.route('**/updates', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  const send = async (text: string, outcome: string) => {
    await page.getByRole('textbox', { name: /Add Comment/ }).fill(text);
    await page.getByRole('button', { name: 'Add Comment' }).click();
    await expect(page.getByText(outcome)).toBeVisible();
  };
  await send('Calmer now.', 'Your comment may not have been sent.');
  // The message that there was no response appears long after the press, and moves what is below.
  await resetLayoutShift(page);
  await send('Asleep.', 'Your earlier comment may have been sent.');
}

/** Shows the printed consult, which is rendered until the browser reports that it has printed. */
async function print(page: Page) {
  await page.evaluate(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')));
  await page.getByRole('button', { name: 'Print Consult Request' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
}

/** Screens of a nurse who follows consults. */
export const bedside: readonly Scene[] = [
  { name: 'consults', path: '/consult' },
  { name: 'filter', show: openFilter },
  {
    name: 'consults-none',
    path: '/consult',
    show: async (page) => {
      await openFilter(page);
      await page.getByLabel('Search by patient name').fill('no such patient');
      await page.getByRole('button', { name: 'Show Results' }).click();
      await expect(page.getByRole('heading', { name: 'No Consults' })).toBeVisible();
    },
  },
  { name: 'consult', path: '/consult', reload: true, show: (page) => openConsult(page, 'Fernwood') },
  {
    name: 'location',
    show: async (page) => {
      await page.getByRole('button', { name: /Fernwood - Emergency Room/ }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'edit-patient',
    show: async (page) => {
      await page.getByRole('button', { name: 'Edit patient' }).click();
      await expect(dialog(page).getByLabel(/First Name/)).toBeVisible();
    },
  },
  {
    name: 'bedside-phone',
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: /Edit bedside phone/ }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'cancel',
    show: async (page) => {
      await act(page, 'Cancel Consult');
      await dialog(page).getByRole('button', { name: 'Cancel Consult' }).click();
      await expect(page.getByText('Required').first()).toBeVisible();
    },
  },
  {
    name: 'timeline',
    path: '/consult',
    only: 'phone',
    show: async (page) => {
      await openConsult(page);
      await page.getByRole('button', { name: /^Timeline/ }).click();
      await expect(page.getByRole('heading', { name: 'Consult Request Timeline' })).toBeVisible();
    },
  },
  {
    name: 'comment-long',
    soakOnly: true,
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await addLongComment(page);
    },
  },
  {
    name: 'comment-changed-since',
    soakOnly: true,
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await changeUnconfirmedComment(page);
    },
  },
  {
    name: 'raw',
    path: '/consult',
    show: async (page) => {
      const path = await page.locator('a[href*="/consult/"]').first().getAttribute('href');
      await page.goto(`${path ?? ''}/next`);
      await expect(page.getByRole('region', { name: 'Raw consult' })).toBeVisible();
    },
  },
  { name: 'consult-not-found', path: '/consult/00000000-0000-4000-8000-000000000000' },
  {
    name: 'printed',
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await print(page);
    },
  },
];
