import { expect, type Page } from '@playwright/test';

import type { Scene } from './scene';
import { addendum, allActions, faxes, hiroshi, showNote, signed, superseded, type Version } from './served-note';

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-off' });
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

/** The note is below the request. */
const scrollToNote = (page: Page) =>
  panel(page)
    .getByRole('list', { name: 'Documents' })
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));

async function openMenu(page: Page) {
  await panel(page).getByRole('button', { name: 'More note actions' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function choose(page: Page, item: string) {
  await openMenu(page);
  await page.getByRole('menuitem', { name: item }).click();
  await expect(dialog(page)).toBeVisible();
}

async function fail(page: Page, path: string) {
  await page.route(path, (route) => route.fulfill({ status: 418, json: { message: 'Out of order.' } }));
}

const reject = (page: Page, path: string, message: string) =>
  page.route(path, (route) => route.fulfill({ status: 409, json: { message } }));

const faxing: readonly Scene[] = [
  {
    name: 'fax',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await showNote(page, 'Signed', [signed], { additionalData: {} });
      await choose(page, 'Fax Stroke Signoff Note');
    },
  },
  {
    name: 'fax-wrong',
    show: async (page) => {
      await choose(page, 'Fax Stroke Signoff Note');
      await dialog(page).getByLabel('Fax Number').fill('555');
      await press(page, 'Send');
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'fax-filled',
    show: async (page) => {
      await choose(page, 'Fax Stroke Signoff Note');
      await dialog(page).getByLabel('Fax Number').fill('5550100177');
    },
    galleryOnly: true,
  },
];

const adding: readonly Scene[] = [
  {
    name: 'addend',
    soakOnly: true,
    show: (page) => choose(page, 'Addend'),
  },
  {
    name: 'addend-wrong',
    soakOnly: true,
    show: async (page) => {
      await choose(page, 'Addend');
      await press(page, 'Addend');
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'addend-filled',
    show: async (page) => {
      await choose(page, 'Addend');
      await dialog(page)
        .getByLabel('Addendum')
        .fill(`${String(addendum.content)}\n`.repeat(4));
    },
    galleryOnly: true,
  },
  {
    name: 'mark-in-error',
    soakOnly: true,
    show: (page) => choose(page, 'Mark in Error'),
  },
  {
    name: 'addend-failed',
    soakOnly: true,
    show: async (page) => {
      await fail(page, '**/sign-signoff-note');
      await choose(page, 'Addend');
      await dialog(page).getByLabel('Addendum').fill(String(addendum.content));
      await press(page, 'Addend');
      await expect(dialog(page).getByText('Out of order.')).toBeVisible();
    },
  },
];

/** Screens of a signed note. */
export const notes: readonly Scene[] = [
  {
    name: 'note-signed',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await showNote(page, 'Addended', [superseded, addendum]);
      await scrollToNote(page);
    },
  },
  {
    name: 'note-addendum',
    show: (page) => panel(page).getByRole('region', { name: 'Addendum' }).scrollIntoViewIfNeeded(),
    galleryOnly: true,
  },
  {
    name: 'faxes',
    path: '/consult',
    reload: true,
    show: async (page) => {
      await showNote(page, 'Addended', [superseded, addendum, ...faxes]);
      await scrollToNote(page);
    },
  },
  ...faxing,
  ...adding,
  { name: 'note-menu', show: openMenu },
  {
    name: 'fax-refused',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      await showNote(page, 'Signed', [signed]);
      await reject(page, '**/signoff-note/fax', 'This note is marked in error.');
      await choose(page, 'Fax Stroke Signoff Note');
      await dialog(page).getByLabel('Fax Number').fill('5550100177');
      await press(page, 'Send');
      await expect(dialog(page).getByText('This note is marked in error.')).toBeVisible();
    },
  },
  {
    name: 'note-in-error',
    soakOnly: true,
    path: '/consult',
    reload: true,
    show: async (page) => {
      const error: Version = { docType: 'Error', docStatus: 'Current', author: hiroshi, since: 5 };
      const first: Version = { ...addendum, docStatus: 'Superseded' };
      await showNote(page, 'MarkedInError', [superseded, first, error], { allowedActions: allActions.slice(0, 2) });
      await scrollToNote(page);
    },
  },
  {
    name: 'no-medipac-id',
    soakOnly: true,
    show: async (page) => {
      await page.route('**/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), medipacId: null } });
      });
      await page.goto('/consult');
      await showNote(page, 'Signed', [signed]);
      await choose(page, 'Addend');
    },
  },
];
