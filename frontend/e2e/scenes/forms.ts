import { expect, type Page } from '@playwright/test';

import { keepOpen, lineStories } from '../line-stories';
import type { Scene } from './scene';

async function reachLines(page: Page) {
  await keepOpen(page);
  await page.getByRole('list', { name: 'Locations' }).getByText('Lakeshore General').click();
  const patients = page.getByRole('list', { name: 'Patients' }).getByRole('listitem');
  await patients.filter({ hasText: 'Emergency' }).nth(5).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Open service lines' })).toBeVisible();
}

/** Each line's form with nothing, with mistakes and filled in; the checks look at the mistakes. */
export const forms: readonly Scene[] = [
  { name: 'request-lines', path: '/request/location', show: reachLines },
  ...lineStories.flatMap(({ line, ask }): Scene[] => {
    const name = `form-${line.toLowerCase().replace(' ', '-')}`;
    return [
      {
        name: `${name}-empty`,
        path: '/request/service',
        show: async (page) => {
          await page.getByRole('list', { name: 'Open service lines' }).getByText(line, { exact: true }).click();
          await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
        },
        pictured: true,
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
      },
      {
        name: `${name}-filled`,
        show: async (page) => {
          await ask(page);
          await page.getByLabel(/^Callback Number/).fill('(555) 010 0111');
        },
        pictured: true,
      },
    ];
  }),
];
