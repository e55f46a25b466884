import { http, HttpResponse } from 'msw';

import type { LineOnCall, PersonOnCall } from '@/api/generated/types.gen';

import { server } from './server';

/** A user on call; a test overrides only what it is about. */
export function makePersonOnCall(about: Partial<PersonOnCall> = {}): PersonOnCall {
  return {
    id: 71,
    firstName: 'Ada',
    lastName: 'Lovelace',
    roleLabel: 'Virtual',
    primary: true,
    since: '2026-03-02T08:00:00Z',
    ...about,
  };
}

export const ada = makePersonOnCall();
export const grace = makePersonOnCall({ id: 72, firstName: 'Grace', lastName: 'Hopper' });

/** A server where these people are on call for these lines, by the line's id; changing the returned object changes the answer. */
export function serveOnCallNow(people: Record<number, PersonOnCall[]>) {
  const served = { people, requests: 0 };
  const lineOf = (id: string, name: string): LineOnCall => {
    const matching = served.people[Number(id)]?.filter(({ firstName }) => firstName.startsWith(name)) ?? [];
    return { serviceLineId: Number(id), people: matching.slice(0, 10), total: matching.length };
  };
  server.use(
    http.get('*/api/on-call', ({ request }) => {
      served.requests += 1;
      const { searchParams } = new URL(request.url);
      const only = searchParams.get('serviceLineId');
      const ids = Object.keys(served.people).filter((id) => only === null || id === only);
      return HttpResponse.json(ids.map((id) => lineOf(id, searchParams.get('name') ?? '')));
    }),
  );
  return served;
}
