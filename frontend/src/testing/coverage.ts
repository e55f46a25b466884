import { http, HttpResponse } from 'msw';

import type { LineCoverage, PersonCovering } from '@/api/generated/types.gen';

import { makePersonOnCall } from './on-call-now';
import { server } from './server';

/** Someone on call; a test overrides only what it is about. */
export function makePersonCovering(about: Partial<PersonCovering> = {}): PersonCovering {
  return { ...makePersonOnCall(), reachability: null, ...about };
}

/** A line that is open around the clock, with someone on call and nothing to do. */
export function makeLineCoverage(about: Partial<LineCoverage> = {}): LineCoverage {
  return {
    serviceLineId: 2,
    name: 'Tele-Stroke',
    status: 'covered',
    hours: { isOpen: true, opensAt: null, closesAt: null },
    people: [makePersonCovering()],
    requests: { waiting: 0, waitingSince: null, overdue: 0, inProgress: 0 },
    plan: null,
    ...about,
  };
}

/** A server with this board; changing the returned object changes the answer. */
export function serveCoverage(lines: LineCoverage[]) {
  const served = { lines, requests: 0, isDown: false };
  server.use(
    http.get('*/api/coverage', () => {
      served.requests += 1;
      return served.isDown ? new HttpResponse(null, { status: 418 }) : HttpResponse.json({ lines: served.lines });
    }),
  );
  return served;
}
