import { expect, type Page } from '@playwright/test';

import { isNarrow, type Scene } from './scene';

const SCHEDULES = '**/api/call-schedules';
const SHIFTS = `${SCHEDULES}/shifts?*`;

/** Waits until the findings are known. */
async function found(page: Page) {
  await expect(page.getByText(/^(No|\d+) gaps in the next 52 weeks/)).toBeVisible();
}

/** Switches to another view of the calendar, which a phone may not have. */
async function view(page: Page, name: string) {
  await page.getByRole('group', { name: 'What the calendar shows' }).getByText(name, { exact: true }).click();
}

/** Leaves the page, so that nothing cached is shown, and opens it with other responses. */
async function serve(page: Page, status: number, json: object) {
  await page.route(SCHEDULES, (route) => route.fulfill({ status, json }));
  await page.goto('/call-schedules');
}

interface Shift {
  scheduleId: number;
  userId: number;
  startsAt: string;
  endsAt: string;
  changeId: number | null;
}

/** Says of the last shift that someone took it over. */
async function mockChange(page: Page) {
  await page.route(SHIFTS, async (route) => {
    const response = await route.fetch();
    const plan = (await response.json()) as { shifts: Shift[]; changes: object[] };
    const [other, shift] = [plan.shifts[0], plan.shifts.at(-1)];
    if (shift === undefined) return route.abort();
    shift.changeId = 9000;
    const { scheduleId, userId, startsAt, endsAt } = shift;
    plan.changes = [{ id: 9000, scheduleId, kind: 'replace', startsAt, endsAt, userId, replacedUserId: other?.userId }];
    return route.fulfill({ response, json: plan });
  });
}

/** Another planner has saved the schedules that the page shows. */
async function mockOtherVersion(page: Page) {
  const savedBy = { id: 9000, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };
  const refusal = { code: 'schedule_saved', message: 'Saved meanwhile.', errors: [], savedBy };
  await page.route(`${SCHEDULES}/*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
  );
  await page.route(SCHEDULES, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { schedules: { version: number; timeZone: string }[] };
    for (const schedule of list.schedules)
      Object.assign(schedule, { version: schedule.version + 1, timeZone: 'America/Chicago' });
    await route.fulfill({ response, json: list });
  });
}

/** Screens of whoever plans call schedules. */
export const callSchedules: readonly Scene[] = [
  { name: 'call-schedules', path: '/call-schedules', show: found },
  {
    name: 'call-schedules-findings',
    show: async (page) => {
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByRole('button', { name: /^Fill / }).first()).toBeVisible();
    },
  },
  {
    name: 'call-schedules-month',
    soakOnly: true,
    path: '/call-schedules',
    show: async (page) => {
      await found(page);
      await view(page, 'Month');
    },
  },
  {
    name: 'call-schedules-list',
    path: '/call-schedules',
    only: 'wide',
    show: async (page) => {
      await found(page);
      await view(page, 'List');
      await expect(page.getByRole('heading', { name: 'All Call Schedules' })).toBeVisible();
    },
  },
  {
    name: 'call-schedule-gap',
    path: '/call-schedules',
    show: async (page) => {
      await found(page);
      const name = isNarrow(page) ? /^Fill the gap/ : /^Gap/;
      await page.getByRole('button', { name }).first().click();
      await expect(page.getByRole('dialog', { name: 'Change for a Time' })).toBeVisible();
    },
  },
  {
    name: 'call-schedule-edit',
    path: '/call-schedules',
    show: async (page) => {
      await found(page);
      await page.getByRole('button', { name: 'Edit First call' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Edit Days' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Rotation Name/ })).toBeVisible();
    },
  },
  {
    name: 'call-schedule-check',
    soakOnly: true,
    within: true,
    show: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(/^Saving leaves/)).toBeVisible();
    },
  },
  {
    name: 'call-schedule-new',
    soakOnly: true,
    path: '/call-schedules?edit=new',
    show: async (page) => {
      await expect(page.getByRole('dialog', { name: 'Add Call Schedule' })).toBeVisible();
    },
  },
  {
    name: 'call-schedules-changed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await mockChange(page);
      await page.goto('/call-schedules');
      await expect(page.getByRole('heading', { name: 'Changes for a Time' })).toBeVisible();
      await page.unroute(SHIFTS);
    },
  },
  {
    name: 'call-schedules-none',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 200, { schedules: [], people: [], openingZones: [] });
      await expect(page.getByText('No call schedule yet')).toBeVisible();
    },
  },
  {
    name: 'call-schedules-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, 418, {});
      await expect(page.getByText('Failed to load the call schedules')).toBeVisible();
      await page.unroute(SCHEDULES);
    },
  },
  // The last one, because Escape does not close a dialog with input.
  {
    name: 'call-schedule-saved-meanwhile',
    soakOnly: true,
    path: '/call-schedules',
    reload: true,
    show: async (page) => {
      await found(page);
      await page.getByRole('button', { name: 'Edit First call' }).click();
      await mockOtherVersion(page);
      await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('First call, East');
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save Anyway' }).click();
      await expect(page.getByRole('button', { name: 'Keep Mine' })).toBeVisible();
      await page.unrouteAll();
    },
  },
];
