import { expect, type Page } from '@playwright/test';

import type { Scene } from './scene';

const begun = {
  id: 1,
  kind: 'shiftBegins',
  title: 'Your Shift Has Begun',
  text: 'Your shift on Tele-Stroke has begun (7:00pm to 7:00am EST).',
  path: '/my-shifts?begin=2',
  actionName: 'Go on Call',
  needsAnswer: true,
  goesOnCallFor: 2,
  urgent: true,
  createdAt: '2026-03-04T12:00:00Z',
};
const asked = {
  ...begun,
  id: 2,
  kind: 'coverAsked',
  title: 'A Colleague Asks for Cover',
  text: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley asks for cover on Tele-Stroke (Regional) (Stroke, first call; Sat Mar 7, 7:00pm CST to 7:00am CDT).',
  path: '/my-shifts',
  actionName: 'Answer',
  goesOnCallFor: null,
  urgent: false,
};
const assigned = {
  ...asked,
  id: 3,
  kind: 'shiftAssigned',
  title: 'A Shift Was Assigned to You',
  text: 'A shift on Tele-Stroke was assigned to you (Fri Mar 6, 7:00am to 7:00pm EST).',
  actionName: 'My Shifts',
  needsAnswer: false,
};

/** Mocks what the user has not seen. */
async function tellOf(page: Page, ...notices: readonly object[]) {
  await page.unrouteAll();
  await page.route('**/api/duty-notices', (route) => route.fulfill({ json: notices }));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your duty' })).toBeVisible();
}

/** The bar over the lower edge. */
export const dutyNotices: readonly Scene[] = [
  { name: 'duty-notice', path: '/help', soakOnly: true, show: (page) => tellOf(page, assigned) },
  {
    name: 'duty-notices',
    path: '/consult',
    show: async (page) => {
      await tellOf(page, assigned, asked, begun);
      await page.getByRole('button', { name: '2 more' }).click();
    },
  },
];
