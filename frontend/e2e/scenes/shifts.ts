import { expect, type Page } from '@playwright/test';

import { addToCalendar } from './calendars';
import { ago } from './note-content';
import type { Scene } from './scene';

const HOUR = 60;
const SHIFTS = '**/api/shifts/me';
const REQUESTS = '**/api/cover-requests';

const schedule = {
  scheduleId: 1,
  scheduleName: 'First call',
  serviceLineId: 1,
  serviceLineName: 'Tele-Neuro',
  timeZone: 'America/Chicago',
};
const self = { id: 5, firstName: 'Amara', lastName: 'Feldspar' };
const colleague = { id: 6, firstName: 'Hiroshi', lastName: 'Obsidian' };

/** So many hours from now, for so many hours. */
const span = (start: number, length = 12) => ({
  startsAt: ago(-start * HOUR),
  endsAt: ago(-(start + length) * HOUR),
});

const shifts = [-2, 22, 48, 100, 190, 360].map((start, id) => ({ id, ...schedule, primary: true, ...span(start) }));
const open = {
  ...schedule,
  askedBy: colleague,
  offeredTo: null,
  returnStartsAt: null,
  returnEndsAt: null,
  takenBy: null,
  ending: null,
  mayTake: false,
  mayWithdraw: false,
  mayUndo: false,
};
const returned = span(100);
const requests = [
  { ...open, id: 1, ...span(72), mayTake: true },
  {
    ...open,
    id: 2,
    ...span(80),
    offeredTo: self,
    returnStartsAt: returned.startsAt,
    returnEndsAt: returned.endsAt,
    mayTake: true,
  },
  { ...open, id: 3, ...span(48), askedBy: self, mayWithdraw: true },
  { ...open, id: 4, ...span(150), askedBy: self, takenBy: colleague, ending: 'taken', mayUndo: true },
];
const planned = [60, 84, 130].map((start, id) => ({
  id,
  scheduleId: 1,
  userId: 6,
  rotation: 'Days',
  changeId: null,
  ...span(start),
}));

async function serve(page: Page, shown: readonly object[], asked: readonly object[]) {
  await page.unrouteAll();
  await page.route(SHIFTS, (route) => route.fulfill({ json: shown }));
  await page.route(REQUESTS, (route) => route.fulfill({ json: asked }));
  await page.route('**/api/call-schedules/shifts?*', (route) =>
    route.fulfill({ json: { shifts: planned, changes: [], people: [colleague], holidays: [] } }),
  );
  await page.goto('/my-shifts');
}

async function openShifts(page: Page) {
  await serve(page, shifts, requests);
  await expect(page.getByRole('button', { name: 'Go on Call' })).toBeVisible();
}

async function press(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** A specialist's own shifts, with requests of theirs and of colleagues. */
export const ownShifts: readonly Scene[] = [
  { name: 'my-shifts', path: '/help', show: openShifts },
  {
    name: 'ask-for-cover',
    soakOnly: true,
    show: async (page) => {
      await press(page, /^Ask for Cover/);
      await page.getByRole('switch', { name: 'Only part of it' }).check();
      await expect(page.getByRole('group', { name: /^Until/ })).toBeVisible();
    },
  },
  {
    name: 'swap',
    soakOnly: true,
    show: async (page) => {
      await press(page, /^Swap,/);
      await expect(page.getByRole('button', { name: /^Ask to Swap/ }).first()).toBeVisible();
    },
  },
  { name: 'take-shift', soakOnly: true, show: (page) => press(page, /^Take,/) },
  ...addToCalendar,
  {
    name: 'my-shifts-none',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serve(page, [], []);
      await expect(page.getByText('No shifts in the next 90 days')).toBeVisible();
    },
  },
  {
    name: 'my-shifts-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.unrouteAll();
      await page.route(SHIFTS, (route) => route.fulfill({ status: 418, json: {} }));
      await page.goto('/my-shifts');
      await expect(page.getByText('Failed to load your shifts')).toBeVisible();
    },
  },
];
