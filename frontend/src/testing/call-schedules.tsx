import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';

import type {
  CallScheduleRead,
  FindingsRead,
  OpeningZoneRead,
  PlannablePerson,
  PlanRead,
  RotationFields,
  ShiftRead,
} from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { Dialogs } from '@/features/call-schedules/dialogs';
import { CallSchedulePlanner } from '@/features/call-schedules/planner';
import { type NewChange, PlannerContext } from '@/features/call-schedules/planner-context';
import { schedulesQuery } from '@/features/call-schedules/queries';
import { peopleIn } from '@/features/call-schedules/words';
import type { CallSchedulesSearch } from '@/shared/lib/search-params';

import { makeMe } from './me';
import { renderFeature } from './render-app';
import { server } from './server';
import { makeLine } from './worklist';

export const amara = { id: 11, firstName: 'Amara', lastName: 'Feldspar' };
export const hiroshi = { id: 12, firstName: 'Hiroshi', lastName: 'Obsidian' };
export const soren = { id: 13, firstName: 'Søren', lastName: 'Quartz' };
const people = [amara, hiroshi, soren];

/** Nights, by week. */
export function makeRotation(about: Partial<RotationFields> = {}): RotationFields {
  return {
    name: 'Nights',
    layer: 0,
    startsOn: '2026-03-02',
    endsOn: null,
    beginsAt: '19:00',
    endsAt: '07:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    turnLength: 1,
    turnUnit: 'week',
    holidays: 'likeAnyDay',
    userIds: [amara.id, hiroshi.id],
    ...about,
  };
}

export function makeSchedule(about: Partial<CallScheduleRead> = {}): CallScheduleRead {
  return {
    id: 1,
    serviceLineId: 2,
    serviceLineName: 'Tele-Stroke',
    name: 'First call',
    timeZone: 'America/Chicago',
    primary: true,
    rotations: [makeRotation()],
    version: 1,
    mayEdit: true,
    ...about,
  };
}

export function makeShift(startsAt: string, endsAt: string, about: Partial<ShiftRead> = {}): ShiftRead {
  return {
    id: Date.parse(startsAt),
    scheduleId: 1,
    userId: amara.id,
    startsAt,
    endsAt,
    rotation: 'Nights',
    changeId: null,
    ...about,
  };
}

export const noFindings: FindingsRead = {
  until: '2027-03-03T12:00:00Z',
  gaps: [],
  gapTotal: 0,
  doubles: [],
  doubleTotal: 0,
  conflicts: [],
  people: [],
};

export const gap = {
  serviceLineId: 2,
  primary: true,
  startsAt: '2026-03-07T13:00:00Z',
  endsAt: '2026-03-08T01:00:00Z',
};

/** A server with this plan; `respond` answers the next change, `check` and `checkChange` what one would leave open. */
export function servePlan(about: Partial<PlanRead> & { schedules?: CallScheduleRead[]; findings?: FindingsRead } = {}) {
  const served = {
    schedules: about.schedules ?? [makeSchedule()],
    openingZones: [] as OpeningZoneRead[],
    findings: about.findings ?? noFindings,
    /** Those of one line, where they are not the same. */
    findingsOf: new Map<string, FindingsRead>(),
    plan: { shifts: about.shifts ?? [], changes: about.changes ?? [], people, holidays: about.holidays ?? [] },
    sent: [] as [method: string, path: string, body: unknown][],
    check: (): Response => HttpResponse.json(noFindings),
    checkChange: (): Response => HttpResponse.json(noFindings),
    respond: (): Response => new HttpResponse(null, { status: 204 }),
  };
  const record = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    served.sent.push([
      request.method,
      pathname.replace('/api/call-schedules', ''),
      text === '' ? null : JSON.parse(text),
    ]);
    return served.respond();
  };
  const plannable = people.map((person): PlannablePerson => ({ ...person, hasContact: person !== soren }));
  server.use(
    http.get('*/api/call-schedules', () =>
      HttpResponse.json({ schedules: served.schedules, people, openingZones: served.openingZones }),
    ),
    http.get('*/api/call-schedules/shifts', () => HttpResponse.json(served.plan)),
    http.get('*/api/call-schedules/findings', ({ request }) => {
      const lineId = new URL(request.url).searchParams.get('serviceLineId') ?? '';
      return HttpResponse.json(served.findingsOf.get(lineId) ?? served.findings);
    }),
    http.get('*/api/call-schedules/people', () => HttpResponse.json(plannable)),
    http.post('*/api/call-schedules/check', () => served.check()),
    http.post('*/api/call-schedules', ({ request }) => record(request)),
    http.post('*/api/call-schedules/:id/changes/check', () => served.checkChange()),
    http.post('*/api/call-schedules/:id/changes', ({ request }) => record(request)),
    http.put('*/api/call-schedules/:id', ({ request }) => record(request)),
    http.delete('*/api/call-schedules/*', ({ request }) => record(request)),
  );
  return served;
}

const planner = makeMe({ serviceLines: [makeLine(2, 'Tele-Stroke', true)] });
/** Somebody who plans two lines. */
export const plannerOfTwo = makeMe({ serviceLines: [makeLine(2, 'Tele-Stroke', true), makeLine(3, 'Tele-Psych')] });

let disconnect: () => void = () => undefined;

function show(feature: ReactNode, me = planner) {
  // Four hundred options would take longer than the rest of a dialog.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/Chicago', 'America/New_York', 'Asia/Kolkata']);
  const { queryClient } = renderFeature(feature, { me });
  disconnect = connectQueries(queryClient);
}

/** The planner's page, which follows what changes on the server; close it at the end of the test. */
export function showPlanner() {
  function Page() {
    const [search, setSearch] = useState<CallSchedulesSearch>({});
    return <CallSchedulePlanner search={search} onSearch={(change) => setSearch({ ...search, ...change })} />;
  }
  show(<Page />);
}

/** Only the dialog of a schedule, as on the planner's page, which may show one line. */
export async function showScheduleDialog(id: '1' | 'new', title: string, line?: string, me = planner) {
  show(<ShownDialog first={{ edit: id, line }} newChange={null} />, me);
  return dialogCalled(title);
}

/** Only the dialog of a change that begins like this, as on the planner's page. */
export async function showChangeDialog(newChange: NewChange) {
  show(<ShownDialog first={{ change: String(newChange.scheduleId) }} newChange={newChange} />);
  return dialogCalled('Change for a Time');
}

function ShownDialog({ first, newChange }: { first: CallSchedulesSearch; newChange: NewChange | null }) {
  const { data } = useQuery(schedulesQuery);
  const [search, setSearch] = useState(first);
  if (data === undefined) return null;
  const shared = { schedules: data.schedules, people: peopleIn(people), edit: vi.fn(), change: vi.fn() };
  return (
    <PlannerContext value={shared}>
      <Dialogs search={search} newChange={newChange} onClose={() => setSearch({})} />
    </PlannerContext>
  );
}

export function closePlanner() {
  disconnect();
}

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

export const dialogCalled = async (name: string) => within(await screen.findByRole('dialog', { name }));
