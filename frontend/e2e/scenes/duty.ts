import { expect, type Page } from '@playwright/test';

import { makeDutyNews, makeDutyNotice } from '../../src/testing/make-duty-notice';
import type { Scene } from './scene';

const asked = makeDutyNews({
  id: 3,
  kind: 'coverAsked',
  title: 'A Colleague Asks for Cover',
  text: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley asks for cover on Tele-Stroke (Regional) (Stroke, first call; Sat Mar 7, 7:00pm CST to 7:00am CDT).',
  actionName: 'Answer',
  needsAnswer: true,
});

/** Mocks what the user has not seen. */
async function tellOf(page: Page, ...notices: readonly object[]) {
  await page.unrouteAll();
  await page.route('**/api/duty-notices', (route) => route.fulfill({ json: notices }));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your duty' })).toBeVisible();
}

/** The bar over the lower edge. */
export const dutyNotices: readonly Scene[] = [
  { name: 'duty-notice', path: '/help', soakOnly: true, show: (page) => tellOf(page, makeDutyNews()) },
  {
    name: 'duty-notices',
    path: '/consult',
    show: async (page) => {
      await tellOf(page, makeDutyNews(), asked, makeDutyNotice());
      await page.getByRole('button', { name: '2 more' }).click();
    },
  },
];
