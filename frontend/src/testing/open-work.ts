import { http, HttpResponse } from 'msw';

import type { LineLeft, OpenConsult, OpenWork, Successor, UnsignedNote } from '@/api/generated/types.gen';

import { server } from './server';

/** Someone on call who may take a consult over; a test overrides only what it is about. */
export function makeSuccessor(about: Partial<Successor> = {}): Successor {
  return { id: 71, firstName: 'Ada', lastName: 'Lovelace', primary: true, since: '2026-03-04T08:00:00Z', ...about };
}

/** A stroke consult that the user has acknowledged, with nobody else on call. */
export function makeOpenConsult(about: Partial<OpenConsult> = {}): OpenConsult {
  return {
    id: 'c0ffee00-0000-4000-8000-000000000001',
    patient: { nameGiven: 'Rosa', nameFamily: 'Marsh', birthDate: '1950-03-05', gender: 'female' },
    locationName: 'Harbor General 4 West',
    serviceLineId: 2,
    serviceLineName: 'Tele-Stroke',
    priority: { name: 'critical', completionLimit: 900, rank: 1 },
    state: 'pending',
    createdAt: '2026-03-04T12:00:00Z',
    acknowledgedAt: '2026-03-04T12:02:00Z',
    mayHandOver: true,
    mayComplete: true,
    successors: [],
    hasDraft: false,
    ...about,
  };
}

/** A completed stroke consult whose note the user has begun. */
export function makeUnsignedNote(about: Partial<UnsignedNote> = {}): UnsignedNote {
  const {
    mayHandOver: _,
    mayComplete: _complete,
    successors: _successors,
    hasDraft: _draft,
    ...work
  } = makeOpenConsult();
  return { ...work, id: 'c0ffee00-0000-4000-8000-000000000009', state: 'completed', mayContinue: true, ...about };
}

/** A line that is always open, and for which nobody else is on call. */
export function makeLineLeft(about: Partial<LineLeft> = {}): LineLeft {
  return { serviceLineId: 2, serviceLineName: 'Tele-Stroke', openUntil: null, waiting: 0, told: [], ...about };
}

/** A server where this is what the user would leave behind; a test may change it. */
export function serveOpenWork(work: Partial<OpenWork>) {
  const all: OpenWork = { consults: [], unsignedNotes: [], lastOnCall: [], ...work };
  const served = { work: all, respond: (): Response => HttpResponse.json(served.work) };
  server.use(http.get('*/api/checkout/open-work', () => served.respond()));
  return served;
}
