import { expect, type Page } from '@playwright/test';

import { act, chooseProfile, resetLayoutShift, isNarrow, openConsult, type Scene } from './scene';

const inList = (page: Page, list: string, name: string | RegExp) =>
  page.getByRole('list', { name: list }).getByText(name).first();

const dialog = (page: Page) => page.getByRole('dialog');

async function choosePatient(page: Page) {
  const patients = page.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(2).click();
  await expect(page.getByRole('list', { name: 'Open service lines' })).toBeVisible();
}

async function chooseLine(page: Page, line: string) {
  await page.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

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
    path: '/consult',
    show: async (page) => {
      await openConsult(page);
      await addLongComment(page);
    },
  },
  {
    name: 'comment-changed-since',
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

/** Screens of a nurse who requests a consult, and of the profile menu. */
export const requesting: readonly Scene[] = [
  { name: 'request-location', path: '/request/location' },
  {
    name: 'request-patient',
    show: async (page) => {
      await inList(page, 'Locations', 'Fernwood').click();
      await expect(page.getByLabel(/First Name/)).toBeVisible();
    },
  },
  {
    name: 'request-patient-wrong',
    show: async (page) => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'leave',
    show: async (page) => {
      await page.getByLabel(/First Name/).fill('Wren');
      await page.getByRole('link', { name: 'Consults' }).click();
      await expect(page.getByRole('dialog', { name: 'Discard Changes?' })).toBeVisible();
    },
  },
  {
    name: 'request-census',
    path: '/request/location',
    show: async (page) => {
      await inList(page, 'Locations', 'Lakeshore General').click();
      await expect(page.getByRole('list', { name: 'Patients' })).toBeVisible();
    },
  },
  { name: 'request-service', show: choosePatient },
  { name: 'request-psych', show: (page) => chooseLine(page, 'Tele-Psych') },
  { name: 'request-stroke', path: '/request/service', show: (page) => chooseLine(page, 'Tele-Stroke') },
  {
    name: 'request-stroke-wrong',
    show: async (page) => {
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  { name: 'help', path: '/help' },
  {
    name: 'profile',
    show: async (page) => {
      await page.getByRole('button', { name: /'s profile$/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'preferences',
    show: async (page) => {
      await page.getByRole('menuitem', { name: 'Preferences' }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { name: 'preferences-audio', path: '/help', show: (page) => choosePreferences(page, 'Audio') },
  { name: 'preferences-video', path: '/help', show: (page) => choosePreferences(page, 'Video') },
  { name: 'feedback', show: (page) => chooseProfile(page, 'Provide Feedback') },
  {
    name: 'request-not-sent',
    path: '/request/service',
    show: async (page) => {
      await chooseLine(page, 'Tele-Stroke');
      await page.getByLabel(/Callback Number/).fill('5550100113');
      await page.route(/\/api\/consults$/, (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
      );
      await page.getByRole('button', { name: 'Emergency' }).last().click();
      await expect(page.getByText('This may not have been sent.')).toBeVisible();
    },
  },
  {
    name: 'request-changed-since',
    within: true,
    show: async (page) => {
      await page.getByLabel(/Callback Number/).fill('5550100114');
      await page.getByRole('button', { name: 'Emergency' }).last().click();
      await expect(page.getByText('Your earlier request may have been sent.')).toBeVisible();
    },
  },
  {
    name: 'request-record-differs',
    within: true,
    show: async (page) => {
      await page.route(/\/api\/consults$/, (route) => route.fulfill({ status: 409, json: { code: 'record_differs' } }));
      await page.getByRole('button', { name: 'Emergency' }).last().click();
      await expect(page.getByText(/^Nothing was sent\. The EHR now has/)).toBeVisible();
    },
  },
];

async function choosePreferences(page: Page, tab: string) {
  await chooseProfile(page, 'Preferences');
  await page.getByRole('tab', { name: tab }).click();
}
