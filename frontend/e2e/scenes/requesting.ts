import { expect, type Page } from '@playwright/test';

import { chooseProfile, type Scene } from './scene';

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
    soakOnly: true,
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
  { name: 'request-psych', soakOnly: true, show: (page) => chooseLine(page, 'Tele-Psych') },
  {
    name: 'request-stroke',
    path: '/request/service',
    soakOnly: true,
    show: (page) => chooseLine(page, 'Tele-Stroke'),
  },
  {
    name: 'request-stroke-wrong',
    soakOnly: true,
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
  {
    name: 'preferences-audio',
    soakOnly: true,
    path: '/help',
    show: (page) => choosePreferences(page, 'Audio'),
  },
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
    soakOnly: true,
    within: true,
    show: async (page) => {
      await page.getByLabel(/Callback Number/).fill('5550100114');
      await page.getByRole('button', { name: 'Emergency' }).last().click();
      await expect(page.getByText('Your earlier request may have been sent.')).toBeVisible();
    },
  },
  {
    name: 'request-record-differs',
    soakOnly: true,
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
