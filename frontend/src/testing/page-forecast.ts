import { http, HttpResponse } from 'msw';

import type { ForecastChoices, ForecastPerson, ForecastStep, PageForecast } from '@/api/generated/types.gen';

import { server } from './server';

/** Two lines; the second can be requested from both locations, which are in different time zones. */
export const forecastChoices: ForecastChoices = {
  lines: [
    { id: 3, name: 'Tele-Psych', priorities: ['critical', 'urgent', 'routine'], locationIds: [1] },
    { id: 2, name: 'Tele-Stroke', priorities: ['critical', 'urgent'], locationIds: [1, 7] },
  ],
  locations: [
    { id: 1, displayName: 'Lakeshore General - Emergency Department', timeZone: 'America/New_York' },
    { id: 7, displayName: 'Alder Creek - Intensive Care', timeZone: 'America/Chicago' },
  ],
};

/** Someone on call for all notifications who can be reached; a test overrides only what it is about. */
export function makeForecastPerson(about: Partial<ForecastPerson> = {}): ForecastPerson {
  return {
    userId: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    target: 'allNotifications',
    isPlanned: false,
    notPaged: null,
    channels: ['push', 'text'],
    callsUnverified: false,
    hasAsked: false,
    ...about,
  };
}

/** A step that pages that person at once. */
export function makeForecastStep(about: Partial<ForecastStep> = {}): ForecastStep {
  return {
    afterSeconds: 0,
    targets: ['allNotifications'],
    skipped: null,
    people: [makeForecastPerson()],
    backupNumber: null,
    ...about,
  };
}

/** An answer about now: that step, then the backup number. */
export function makePageForecast(about: Partial<PageForecast> = {}): PageForecast {
  const backup = makeForecastStep({
    afterSeconds: 300,
    targets: ['lastResort'],
    people: [],
    backupNumber: '(555) 010-0100',
  });
  return {
    at: new Date().toISOString(),
    isNow: true,
    isOpen: true,
    isStandard: true,
    steps: [makeForecastStep(), backup],
    ...about,
  };
}

/** A server with this answer to each question, or this refusal; returns the questions. */
export function serveForecast(answer: PageForecast | { status: number; body: object }): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/api/would-be-paged/choices', () => HttpResponse.json(forecastChoices)),
    http.get('*/api/would-be-paged', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return 'status' in answer ? HttpResponse.json(answer.body, { status: answer.status }) : HttpResponse.json(answer);
    }),
  );
  return asked;
}
