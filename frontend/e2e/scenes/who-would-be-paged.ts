import { expect, type Page } from '@playwright/test';

import type { ForecastPerson, ForecastStep, PageForecast } from '../../src/api/generated/types.gen';
import type { Scene } from './scene';

const FORECAST = '**/api/would-be-paged?*';

const person = (
  userId: number,
  firstName: string,
  lastName: string,
  about: Partial<ForecastPerson>,
): ForecastPerson => ({
  userId,
  firstName,
  lastName,
  target: 'allNotifications',
  isPlanned: true,
  notPaged: null,
  channels: ['push', 'text', 'call'],
  callsUnverified: false,
  hasAsked: false,
  ...about,
});

const step = (afterSeconds: number, about: Partial<ForecastStep>): ForecastStep => ({
  afterSeconds,
  targets: ['allNotifications'],
  skipped: null,
  people: [],
  backupNumber: null,
  ...about,
});

const amara = person(1, 'Amara', 'Feldspar', { hasAsked: true });
const coordinator = person(2, 'Luis', 'Cedarwood', { target: 'coordinators', isPlanned: false, channels: ['email'] });
const hiroshi = person(3, 'Hiroshi', 'Obsidian', { target: 'plannedAll', channels: [] });
const blind = person(4, 'Søren', 'Quartz', { target: 'plannedEscalation', notPaged: 'noAccess' });

/** The night in which New York's clocks are set forward, with everything that a step may say. */
const answer: PageForecast = {
  at: '2027-03-14T06:58:00Z',
  isNow: false,
  isOpen: true,
  isStandard: false,
  steps: [
    step(0, { people: [amara] }),
    step(180, { targets: ['escalationOnly'], skipped: 'nobody' }),
    step(180, { targets: ['coordinators'], skipped: 'outsideHours' }),
    step(180, { targets: ['plannedAll', 'plannedEscalation'], people: [hiroshi, blind] }),
    ...[480, 600, 720].map((after) =>
      step(after, { targets: ['allNotifications', 'coordinators'], people: [amara, coordinator] }),
    ),
    step(1020, { targets: ['lastResort'], backupNumber: '(555) 010-0100', people: [coordinator] }),
  ],
};

async function ask(page: Page) {
  await page.getByRole('button', { name: 'Show Who Would Be Paged' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Critical request/ })).toBeVisible();
}

/** What planners are told about now, and about a time of which everything has to be said. */
export const whoWouldBePaged: readonly Scene[] = [
  { name: 'who-would-be-paged', path: '/call-schedules/who-would-be-paged', show: ask },
  {
    name: 'who-would-be-paged-later',
    soakOnly: true,
    path: `/call-schedules/who-would-be-paged?at=${answer.at}`,
    reload: true,
    show: async (page) => {
      await page.route(FORECAST, (route) => route.fulfill({ json: answer }));
      await ask(page);
      await page.unroute(FORECAST);
    },
  },
];
