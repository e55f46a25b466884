import { expect, type Page } from '@playwright/test';

import { keepOpen, lineStories } from '../line-stories';
import type { Scene } from './scene';

/** Goes from the locations to the list of service lines, all of them open. */
export async function openLines(page: Page) {
  await keepOpen(page);
  await page.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = page.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(5).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Open service lines' })).toBeVisible();
}

async function openPsychForm(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'Open service lines' }).getByText('Tele-Psych').click();
  await expect(page.getByRole('heading', { name: /condition\?$/ })).toBeVisible();
}

/** The forms with fields of each kind; those of the other lines consist of the same fields. */
const inEveryRun = ['Tele-Stroke', 'Tele-Psych'];

/** Each line's form: empty, with errors, and filled in; the checks run on the one with errors. */
export const forms: readonly Scene[] = [
  { name: 'request-lines', path: '/request/location', show: openLines },
  ...lineStories.flatMap(({ line, fillIn }): Scene[] => {
    const name = `form-${line.toLowerCase().replace(' ', '-')}`;
    return [
      {
        name: `${name}-empty`,
        path: '/request/service',
        show: async (page) => {
          await page.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
          await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
        },
        galleryOnly: true,
      },
      {
        name: `${name}-wrong`,
        path: '/request/service',
        show: async (page) => {
          await page.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
          await page.getByLabel(/^Callback Number/).fill('555');
          await page.getByRole('button', { name: 'Done' }).click();
          await expect(page.getByText('Resolve form errors to proceed')).toBeVisible();
        },
        soakOnly: !inEveryRun.includes(line),
      },
      {
        name: `${name}-filled`,
        show: async (page) => {
          await fillIn(page);
          await page.getByLabel(/^Callback Number/).fill('(555) 010 0111');
        },
        galleryOnly: true,
      },
    ];
  }),
  {
    name: 'form-about-another',
    path: '/request/patient',
    show: async (page) => {
      await page.getByRole('button', { name: 'Not one of these Patients?' }).click();
      await page.getByRole('radio', { name: 'Behavioral Health' }).click();
      await page.getByLabel(/First Name/).fill('Wren');
      await page.getByLabel(/Last Name/).fill('Abbot');
      await page.getByLabel(/Date of Birth/).fill('04/17/1958');
      await page.getByRole('radio', { name: 'Female' }).click();
      await openPsychForm(page);
      await page.getByLabel(/^Callback Number/).fill('(555) 010 0111');
      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page.getByRole('heading', { name: /need\?$/ })).toBeVisible();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByLabel(/Last Name/).fill('Abbott');
      await openPsychForm(page);
      await expect(page.getByText(/^You started this form for/)).toBeVisible();
    },
    galleryOnly: true,
  },
  {
    name: 'form-replace',
    within: true,
    show: async (page) => {
      await page.getByLabel(/^Callback Number/).fill('5550100111');
      await page.getByRole('button', { name: 'Use Those Answers' }).click();
      await expect(page.getByRole('dialog', { name: 'Replace Your Answers?' })).toBeVisible();
    },
    galleryOnly: true,
  },
];
