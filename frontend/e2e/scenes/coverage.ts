import { expect, type Page } from '@playwright/test';

import type { CoverageRead, LineCoverage, PersonCovering } from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const COVERAGE = '**/api/coverage';

type Person = Pick<PersonCovering, 'firstName' | 'lastName'> & Partial<PersonCovering>;

const person = (id: number, about: Person): PersonCovering => ({
  id,
  roleLabel: 'Virtual',
  primary: true,
  since: ago(200),
  reachability: { lastHeardAt: ago(4), channels: ['push', 'text'] },
  ...about,
});

const line = (serviceLineId: number, name: string, about: Partial<LineCoverage>): LineCoverage => ({
  serviceLineId,
  name,
  status: 'covered',
  hours: { isOpen: true, opensAt: null, closesAt: null },
  people: [],
  requests: { waiting: 0, waitingSince: null, overdue: 0, inProgress: 0 },
  plan: null,
  ...about,
});

/** Each status, and everything that planners are shown about people. */
const board: CoverageRead = {
  lines: [
    line(4, 'Tele-Toxicology', {
      status: 'nobody',
      requests: { waiting: 2, waitingSince: ago(23), overdue: 1, inProgress: 1 },
      plan: {
        missing: [
          {
            name: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley',
            phoneNumber: '(555) 022-0201',
            callScheduleId: 1,
          },
        ],
        nextHandOver: { at: ago(-300), people: [] },
        gaps: [{ primary: true, startsAt: ago(-300), endsAt: ago(-1020) }],
      },
    }),
    line(2, 'Tele-Stroke', {
      people: [
        person(1, { firstName: 'Amara', lastName: 'Feldspar' }),
        person(2, { firstName: 'Hiroshi', lastName: 'Obsidian', primary: false }),
      ],
      requests: { waiting: 1, waitingSince: ago(4), overdue: 0, inProgress: 3 },
    }),
    line(3, 'Tele-Psych', {
      status: 'screenOnly',
      people: [
        person(3, {
          firstName: 'Priya',
          lastName: 'Saffron',
          reachability: { lastHeardAt: ago(150), channels: [] },
        }),
      ],
    }),
    line(5, 'Acute Stroke', {
      status: 'escalationOnly',
      people: [person(4, { firstName: 'Søren', lastName: 'Quartz', primary: false })],
    }),
    line(10, 'Tele-Stroke (Regional)', {
      hours: { isOpen: true, opensAt: null, closesAt: ago(-26 * 60) },
      people: [person(1, { firstName: 'Amara', lastName: 'Feldspar' })],
    }),
    line(7, 'Tele-COVID', {
      status: 'closed',
      hours: { isOpen: false, opensAt: ago(-40 * 60), closesAt: null },
    }),
  ],
};

async function openBoard(page: Page) {
  await page.unroute(COVERAGE);
  await page.route(COVERAGE, (route) => route.fulfill({ json: board }));
  await page.getByRole('link', { name: 'Coverage' }).click();
  await expect(page.getByRole('listitem', { name: 'Tele-Stroke', exact: true })).toBeVisible();
}

/** The board as planners see it. */
export const coverage: readonly Scene[] = [
  { name: 'coverage', path: '/transfer', show: openBoard },
  {
    name: 'coverage-wall',
    soakOnly: true,
    show: async (page) => {
      await page.getByRole('link', { name: 'Large view' }).click();
      await expect(page.getByRole('link', { name: 'Normal view' })).toBeVisible();
    },
  },
  {
    name: 'coverage-failed',
    soakOnly: true,
    path: '/coverage',
    reload: true,
    show: async (page) => {
      await page.unroute(COVERAGE);
      await page.route(COVERAGE, (route) => route.fulfill({ status: 400, json: {} }));
      await page.reload();
      await expect(page.getByText('Failed to load the coverage')).toBeVisible();
    },
  },
  {
    name: 'coverage-lost',
    soakOnly: true,
    path: '/transfer',
    reload: true,
    show: async (page) => {
      await openBoard(page);
      await page.context().setOffline(true);
      await expect(page.getByText(/^Not up to date/)).toBeVisible();
    },
  },
];
