import { expect, type Page } from '@playwright/test';

import { resetLayoutShift, type Scene } from './scene';

const begun = {
  id: 1,
  kind: 'shiftBegins',
  title: 'Your Shift Has Begun',
  text: 'Your shift on Tele-Stroke has begun (7:00pm to 7:00am EST).',
  path: '/my-shifts',
  actionName: 'Check In',
  needsAnswer: true,
  urgent: true,
  createdAt: '2026-03-04T12:00:00Z',
};
const asked = {
  ...begun,
  id: 2,
  kind: 'coverAsked',
  title: 'A Colleague Asks for Cover',
  text: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley asks for cover on Tele-Stroke (Regional) (Stroke, first call; Sat Mar 7, 7:00pm CST to 7:00am CDT).',
  actionName: 'Answer',
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

/** Mocks what the user has not seen. The bar moves the page once, when it comes. */
async function tellOf(page: Page, ...notices: readonly object[]) {
  await page.unrouteAll();
  await page.route('**/api/duty-notices', (route) => route.fulfill({ json: notices }));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your duty' })).toBeVisible();
  await resetLayoutShift(page);
}

/** The bar below the navigation. */
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
