import { expect, type Page } from '@playwright/test';

import type {
  CalendarLinkRead,
  CalendarPreview,
  ImportedCalendarRead,
  ImportedCalendarsRead,
} from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const IMPORTED = '**/api/call-schedules/*/imported-calendars';
const LINKS = '**/api/calendar-links';
const HOUR = 60;
const DAY = 24 * HOUR;

const good: ImportedCalendarRead = {
  id: 1,
  name: 'Neurology group',
  layer: 2,
  host: 'calendar.example',
  version: 1,
  fetchedAt: ago(7),
  problem: null,
  shiftTotal: 132,
  unknownTitles: [],
  unknownTotal: 0,
  remarks: [],
};
const unknownTitles = [
  { title: 'Dr. Feldspar', count: 12, startsAt: ago(-3 * DAY) },
  { title: 'Amara (swap with Hiroshi, see mail of Thursday)', count: 1, startsAt: ago(-9 * DAY) },
  { title: '', count: 2, startsAt: ago(-20 * DAY) },
];
const half: Pick<ImportedCalendarRead, 'unknownTitles' | 'unknownTotal' | 'remarks'> = {
  unknownTitles,
  unknownTotal: 15,
  remarks: [
    { kind: 'unknownZone', about: 'Central (custom)' },
    { kind: 'noLength', about: 'Grand rounds' },
  ],
};
const calendars: ImportedCalendarRead[] = [
  good,
  {
    ...good,
    id: 2,
    name: 'Holiday plan 2027, Lakeshore General',
    layer: 1,
    problem: 'noAnswer',
    fetchedAt: ago(3 * DAY),
  },
  { ...good, ...half, id: 3, name: 'Fellows', layer: 0, host: null, fetchedAt: ago(40 * DAY), shiftTotal: 1 },
];
const preview: CalendarPreview = {
  ...half,
  shifts: Array.from({ length: 14 }, (_, day) => ({
    userId: 1 + (day % 2),
    startsAt: ago(-day * DAY),
    endsAt: ago(-day * DAY - 12 * HOUR),
  })),
  people: [
    { id: 1, firstName: 'Amara', lastName: 'Feldspar' },
    { id: 2, firstName: 'Hiroshi', lastName: 'Obsidian' },
  ],
  shiftTotal: 182,
};
const link: CalendarLinkRead = {
  id: 1,
  scheduleId: null,
  scheduleName: null,
  createdAt: ago(30 * DAY),
  lastReadAt: ago(2 * HOUR),
};
const issued = { id: 2, address: `https://wardline.example/api/calendars/${'aB3-x_9Q'.repeat(5)}.ics` };

async function serve(page: Page, json: ImportedCalendarsRead) {
  await page.unrouteAll();
  await page.route(IMPORTED, (route) => route.fulfill({ json }));
  await page.route(`${IMPORTED}/preview`, (route) => route.fulfill({ json: preview }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Import a Calendar' })).toBeVisible();
}

async function chooseFile(page: Page, text: string) {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'fellows.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
  await expect(page.getByText('fellows.ics')).toBeVisible();
}

/** The calendars of a call schedule, for its planners. */
export const calendarScenes: readonly Scene[] = [
  {
    name: 'calendars-empty',
    soakOnly: true,
    path: '/call-schedules/calendars',
    show: (page) => serve(page, { calendars: [], hosts: [] }),
  },
  {
    name: 'calendars',
    path: '/call-schedules/calendars',
    reload: true,
    show: (page) => serve(page, { calendars, hosts: ['calendar.example', '*.office.example'] }),
  },
  {
    name: 'remove-calendar',
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Remove Fellows' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'import-calendar',
    show: async (page) => {
      await page.getByRole('button', { name: 'Import a Calendar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import a Calendar' });
      await dialog.getByRole('textbox', { name: /^Name/ }).fill('Fellows');
      await chooseFile(page, 'BEGIN:VCALENDAR');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(dialog.getByRole('button', { name: 'Import Calendar' })).toBeVisible();
    },
  },
  {
    name: 'import-calendar-wrong',
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('button', { name: 'Import a Calendar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import a Calendar' });
      await dialog.getByRole('radio', { name: 'An address' }).check();
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(dialog.getByText('Resolve form errors to proceed')).toBeVisible();
    },
  },
  {
    name: 'calendars-failed',
    soakOnly: true,
    path: '/call-schedules/calendars',
    reload: true,
    show: async (page) => {
      await page.unrouteAll();
      await page.route(IMPORTED, (route) => route.fulfill({ status: 418, json: {} }));
      await page.reload();
      await expect(page.getByText('Failed to load imported calendars')).toBeVisible();
    },
  },
];

/** Opens the dialog for a user with these addresses. */
async function openLinks(page: Page, links: readonly CalendarLinkRead[]) {
  await page.unroute(LINKS);
  const served = [...links];
  await page.route(LINKS, (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: served });
    served.splice(0, served.length, { ...link, id: issued.id, lastReadAt: null });
    return route.fulfill({ status: 201, json: issued });
  });
  await page.getByRole('button', { name: 'Add to Calendar' }).click();
  await expect(page.getByRole('dialog', { name: 'Add to Calendar' })).toBeVisible();
}

/** Of a specialist, who is on the page of their shifts. */
export const addToCalendar: readonly Scene[] = [
  {
    name: 'add-to-calendar',
    show: async (page) => {
      await openLinks(page, []);
      await page.getByRole('button', { name: 'Create Address' }).click();
      await expect(page.getByRole('textbox', { name: 'Your Address' })).toBeVisible();
    },
  },
  {
    name: 'add-to-calendar-again',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await page.goto('/my-shifts');
      await openLinks(page, [link]);
      await expect(page.getByRole('button', { name: 'Revoke Address' })).toBeVisible();
    },
  },
];
