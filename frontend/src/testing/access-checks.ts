import { http, HttpResponse } from 'msw';

import type { AccessAnswer, AccessChoices, AskedPermission, CheckAccess, PeopleFound } from '@/api/generated/types.gen';

import { server } from './server';

export const accessChoices: AccessChoices = {
  actions: [
    { action: 'acknowledgeConsult', group: 'consults', about: 'consult' },
    { action: 'requestConsult', group: 'requests', about: 'locationAndLine' },
    { action: 'checkIn', group: 'duty', about: 'line' },
  ],
  lines: [{ id: 2, name: 'Tele-Stroke' }],
  organizations: [{ id: 1, name: 'Lakeshore Health Network' }],
};

const people: PeopleFound['people'] = [
  { id: 5, username: 'ada', firstName: 'Ada', lastName: 'Lovelace', active: true },
  { id: 6, username: 'grace', firstName: 'Grace', lastName: 'Hopper', active: false },
];

export const acknowledging: AskedPermission = {
  action: 'Acknowledge',
  subject: 'Consult',
  label: 'Acknowledge consults',
  allows: 'Take on a consult while on call for its service line.',
  held: true,
  roles: [{ id: 3, name: 'Virtual Provider', source: 'file', groups: [] }],
};

/** Ada may go on call for Tele-Stroke; a test overrides only what it is about. */
export function makeAccessAnswer(about: Partial<AccessAnswer> = {}): AccessAnswer {
  return {
    person: { id: 5, username: 'ada', firstName: 'Ada', lastName: 'Lovelace', active: true },
    action: 'checkIn',
    about: { consultId: null, location: null, line: { id: 2, name: 'Tele-Stroke' }, organization: null },
    allowed: true,
    refusal: null,
    reason: null,
    permissions: [acknowledging],
    facts: [{ kind: 'line', holds: true, text: 'They may go on call for Tele-Stroke.' }],
    ...about,
  };
}

/** A server with these people and this answer to each question, or this refusal; returns the questions. */
export function serveAccessChecks(answer: AccessAnswer | { status: number; body: object }): CheckAccess[] {
  const asked: CheckAccess[] = [];
  server.use(
    http.get('*/api/access-checks/choices', () => HttpResponse.json(accessChoices)),
    http.get('*/api/access-checks/people', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [id, name = ''] = [query.get('personId'), query.get('name')?.toLowerCase()];
      const found = people.filter((each) => (id === null ? each.username.startsWith(name) : each.id === Number(id)));
      return HttpResponse.json({ people: found, hasMore: false } satisfies PeopleFound);
    }),
    http.get('*/api/access-checks/locations', () =>
      HttpResponse.json({ locations: [{ id: 7, name: 'Alder Creek - Intensive Care' }], hasMore: false }),
    ),
    http.post<never, CheckAccess>('*/api/access-checks', async ({ request }) => {
      asked.push(await request.json());
      return 'status' in answer ? HttpResponse.json(answer.body, { status: answer.status }) : HttpResponse.json(answer);
    }),
  );
  return asked;
}
