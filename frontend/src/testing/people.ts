import { http, HttpResponse } from 'msw';

import type { PeopleChoices, PersonRead, PersonRow, VersionRead } from '@/api/generated/types.gen';

import { server } from './server';

const lakeshore = { id: 1, name: 'Lakeshore Health' };
const pinewood = { id: 2, name: 'Pinewood Health' };

const choices: PeopleChoices = {
  roles: [
    { id: 1, name: 'Bedside Nurse', mayBeGiven: true, isRetired: false },
    { id: 2, name: 'Neurologist', mayBeGiven: true, isRetired: false },
    { id: 3, name: 'Administrator', mayBeGiven: false, isRetired: false },
  ],
  organizations: [lakeshore, pinewood],
  units: [
    { id: 10, organizationId: 1, facilityName: 'Lakeshore General', unit: 'ED', active: true },
    { id: 11, organizationId: 1, facilityName: 'Lakeshore General', unit: 'ICU', active: true },
    { id: 12, organizationId: 2, facilityName: 'Pinewood', unit: 'ED', active: true },
  ],
  serviceLines: [
    { id: 5, name: 'Tele-Neuro' },
    { id: 6, name: 'Tele-Stroke' },
  ],
  states: [
    { code: 'OH', name: 'Ohio' },
    { code: 'PA', name: 'Pennsylvania' },
  ],
};

export function makePersonRead(about: Partial<PersonRead> = {}): PersonRead {
  return {
    id: 7,
    username: 'maya',
    firstName: 'Maya',
    lastName: 'Lark',
    version: 'v1',
    managedBy: null,
    subject: null,
    phoneNumber: '(555) 010-0101',
    medipacId: null,
    active: true,
    roleIds: [1],
    organizationIds: [1],
    locationIds: [10],
    serviceLines: { memberIds: [], activeIds: [], requestableIds: [5] },
    licenses: [],
    contacts: [{ kind: 'text', verified: true, disabled: false }],
    lastSeenAt: null,
    worksElsewhere: false,
    ...about,
  };
}

export function makePersonRow(about: Partial<PersonRow> = {}): PersonRow {
  const { id, username, firstName, lastName, roleIds, organizationIds } = makePersonRead();
  return { id, username, firstName, lastName, state: 'active', roleIds, organizationIds, ...about };
}

export function makeVersion(about: Partial<VersionRead> = {}): VersionRead {
  return {
    number: 1,
    at: '2026-03-04T15:00:00Z',
    by: { id: 9, username: 'ruth', firstName: 'Ruth', lastName: 'Hornbeam' },
    file: null,
    reason: null,
    isFirst: false,
    differences: [],
    ...about,
  };
}

interface SentChange {
  readonly method: string;
  readonly path: string;
  readonly version: string | null;
  readonly body: unknown;
}

/** A server with this person, which records changes; `respond` answers the next one instead. */
export function servePerson(person: PersonRead, versions: VersionRead[] = []) {
  const served = {
    person,
    versions,
    sent: [] as SentChange[],
    respond: null as (() => Response) | null,
  };
  const change = async (request: Request, changed: (body: object) => PersonRead) => {
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { pathname: path } = new URL(request.url);
    served.sent.push({ method: request.method, path, version: request.headers.get('If-Match'), body });
    if (served.respond !== null) return served.respond();
    served.person = changed(typeof body === 'object' && body !== null ? body : {});
    return HttpResponse.json(served.person);
  };
  server.use(
    http.get('*/api/people/choices', () => HttpResponse.json(choices)),
    http.get('*/api/people/:id', () => HttpResponse.json(served.person)),
    http.get('*/api/people/:id/versions', () => HttpResponse.json({ versions: served.versions })),
    http.put('*/api/people/:id', ({ request }) =>
      change(request, (body) => ({ ...served.person, ...body, version: `${served.person.version}+` })),
    ),
    http.post('*/api/people', ({ request }) => change(request, (body) => ({ ...served.person, ...body }))),
    http.post('*/api/people/:id/versions/:number/restore', ({ request }) => change(request, () => served.person)),
  );
  return served;
}

/** A server with these people on pages of two, which records what it is asked for. */
export function servePeople(people: PersonRow[]) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get('*/api/people/choices', () => HttpResponse.json(choices)),
    http.get('*/api/people', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      const text = query.text?.toLowerCase() ?? '';
      const found = people.filter(({ lastName }) => lastName.toLowerCase().startsWith(text));
      const start = found.findIndex(({ id }) => String(id) === query.after) + 1;
      const page = found.slice(start, start + 2);
      const hasMore = found.length > start + 2;
      return HttpResponse.json({ people: page, next: hasMore ? page.at(-1)?.id : null });
    }),
  );
  return asked;
}
