import { expect, type Page } from '@playwright/test';

import type {
  CallSchedulesRead,
  CopyPreview,
  FairnessRead,
  HolidayRead,
  HolidaysSaved,
} from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

const HOLIDAYS = '**/api/holidays';

const federal: HolidayRead[] = [
  { day: '2026-05-25', name: 'Memorial Day' },
  { day: '2026-06-19', name: 'Juneteenth National Independence Day' },
  { day: '2026-07-03', name: 'Independence Day (observed)' },
  { day: '2026-07-04', name: 'Independence Day' },
];
const listed: HolidayRead[] = [
  { day: '2025-12-25', name: 'Christmas Day' },
  ...federal,
  { day: '2027-01-01', name: "New Year's Day" },
];
const withGaps: HolidaysSaved = {
  gaps: [
    { serviceLineId: 2, primary: true, startsAt: '2026-07-03T11:00:00Z', endsAt: '2026-07-04T11:00:00Z' },
    { serviceLineId: 2, primary: false, startsAt: '2026-07-03T11:00:00Z', endsAt: '2026-07-03T23:00:00Z' },
  ],
  gapTotal: 2,
  gapTotalElsewhere: 1,
};

const people = [
  { id: 1, firstName: 'Amara', lastName: 'Feldspar' },
  { id: 2, firstName: 'Hiroshi', lastName: 'Obsidian' },
];
const schedules: CallSchedulesRead = {
  schedules: [
    {
      id: 1,
      serviceLineId: 2,
      serviceLineName: 'Tele-Stroke',
      name: 'First call',
      timeZone: 'America/New_York',
      primary: true,
      rotations: [],
      version: 1,
      mayEdit: true,
    },
  ],
  people: [],
  openingZones: [],
};
const change = { scheduleId: 1, kind: 'add', userId: 2, replacedUserId: null, copyId: null } as const;
const copy: CopyPreview = {
  shifts: [
    { userId: 1, startsAt: '2026-04-06T11:00:00Z', endsAt: '2026-04-13T11:00:00Z' },
    { userId: 2, startsAt: '2026-04-13T11:00:00Z', endsAt: '2026-04-20T11:00:00Z' },
    { userId: null, startsAt: '2026-04-20T11:00:00Z', endsAt: '2026-04-21T11:00:00Z' },
    { userId: 1, startsAt: '2026-04-21T11:00:00Z', endsAt: '2026-04-27T11:00:00Z' },
  ],
  conflicts: [{ ...change, id: 1, startsAt: '2026-04-10T11:00:00Z', endsAt: '2026-04-10T23:00:00Z' }],
  notOnTheLine: [2],
  people,
};

async function openCopy(page: Page) {
  await page.unrouteAll();
  await page.route('**/api/call-schedules', (route) => route.fulfill({ json: schedules }));
  await page.route('**/copies/preview', (route) => route.fulfill({ json: copy }));
  await page.reload();
  await expect(page.getByRole('list', { name: 'Shifts after copying' })).toBeVisible();
}

const share = { difference: 0.4, standing: 'asOthers' } as const;
const asOthers = { hours: share, nights: share, weekendDays: share, holidays: share };
const load = { hours: 168, nights: 7, weekendDays: 2, holidays: 0 };
const fairness: FairnessRead = {
  months: ['2026-03', '2026-04'],
  people: people.map((person, index) => ({
    person,
    months: [load, load],
    total: { hours: 336 + 96 * index, nights: 14, weekendDays: 4, holidays: 1 - index },
    shares: {
      ...asOthers,
      hours: index === 0 ? { difference: -120.5, standing: 'less' } : { difference: 120.5, standing: 'more' },
    },
  })),
};

async function openFairness(page: Page) {
  await page.unrouteAll();
  await page.route('**/api/call-schedules/fairness?*', (route) => route.fulfill({ json: fairness }));
  await page.reload();
  await expect(page.getByRole('rowheader', { name: 'Amara Feldspar' })).toBeVisible();
}

async function openHolidays(page: Page, holidays: readonly HolidayRead[]) {
  await page.unrouteAll();
  await page.route(HOLIDAYS, (route) =>
    route.fulfill({ json: route.request().method() === 'PUT' ? withGaps : { version: 'a', holidays } }),
  );
  await page.route(`${HOLIDAYS}/proposed?*`, (route) => route.fulfill({ json: federal }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add Federal Holidays' })).toBeVisible();
}

/** What planners use beside the plan itself. */
export const planningTools: readonly Scene[] = [
  {
    name: 'holidays-empty',
    soakOnly: true,
    path: '/call-schedules/holidays',
    show: (page) => openHolidays(page, []),
  },
  {
    name: 'holidays',
    path: '/call-schedules/holidays',
    reload: true,
    show: async (page) => {
      await openHolidays(page, listed);
      await page.getByRole('textbox', { name: 'Day' }).fill('11/11/2026');
      await page.getByRole('textbox', { name: 'Name' }).fill('Veterans Day');
      await page.getByRole('button', { name: 'Add Holiday' }).click();
      await expect(page.getByText('This leaves 3 new gaps')).toBeVisible();
    },
  },
  {
    name: 'federal-holidays',
    within: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Add Federal Holidays' }).click();
      await expect(page.getByRole('button', { name: 'Add 4 Holidays' })).toBeVisible();
    },
  },
  { name: 'copy-month', path: '/call-schedules/copy', reload: true, show: openCopy },
  { name: 'fairness', path: '/call-schedules/fairness', reload: true, show: openFairness },
];
