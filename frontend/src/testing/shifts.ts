import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import type { CoverRead, MyShiftRead, PlanRead, ShiftRead } from '@/api/generated/types.gen';

import { makeMe, permissions } from './me';
import { server } from './server';

/** Wednesday, March 4, 2026, 7am in New York. */
export const NOON = Date.parse('2026-03-04T12:00:00Z');
const HOUR = 3_600_000;
const ZONE = 'America/New_York';

export const ada = makeMe({
  id: 71,
  firstName: 'Ada',
  lastName: 'Lovelace',
  rbacPermissions: permissions('Give Consult'),
});
const grace = { id: 72, firstName: 'Grace', lastName: 'Hopper' };

/** So many hours after noon UTC, for so many hours. */
export function hoursFrom(start: number, length = 12) {
  const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString().replace('.000Z', 'Z');
  return { startsAt: at(start), endsAt: at(start + length) };
}

/** A shift of the user's that begins in so many hours. */
export function makeShift(start: number, about: Partial<MyShiftRead> = {}): MyShiftRead {
  return {
    id: 100 + start,
    scheduleId: 5,
    scheduleName: 'First call',
    serviceLineId: 2,
    serviceLineName: 'Tele-Stroke',
    primary: true,
    timeZone: ZONE,
    ...hoursFrom(start),
    ...about,
  };
}

/** A colleague's request about tomorrow's shift, which the user may take. */
export function makeCoverRequest(about: Partial<CoverRead> = {}): CoverRead {
  const { scheduleId, scheduleName, serviceLineId, serviceLineName, timeZone } = makeShift(0);
  return {
    id: 9,
    scheduleId,
    scheduleName,
    serviceLineId,
    serviceLineName,
    timeZone,
    askedBy: grace,
    ...hoursFrom(24),
    offeredTo: null,
    returnStartsAt: null,
    returnEndsAt: null,
    takenBy: null,
    ending: null,
    mayTake: true,
    mayWithdraw: false,
    mayUndo: false,
    ...about,
  };
}

/** A planned shift of somebody, Grace by default. */
export function makePlannedShift(start: number, about: Partial<ShiftRead> = {}): ShiftRead {
  return {
    id: 200 + start,
    scheduleId: 5,
    userId: grace.id,
    rotation: 'Days',
    changeId: null,
    ...hoursFrom(start),
    ...about,
  };
}

/** A server with these shifts and requests; a test may change them. It is noon UTC. */
export function serveShifts(shifts: readonly MyShiftRead[], requests: readonly CoverRead[] = []) {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  const served = {
    shifts,
    requests,
    planned: [] as readonly ShiftRead[],
    /** What calls that change something respond, if not success. */
    refuses: null as (() => Response) | null,
    /** Those calls: method and path, body and idempotency key. */
    changes: [] as { call: string; body: unknown; key: string | null }[],
    lists: 0,
  };
  const change = async (request: Request, success: () => Response) => {
    const text = await request.text();
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^.*\/api/, '')}`;
    served.changes.push({
      call,
      body: text === '' ? null : JSON.parse(text),
      key: request.headers.get('Idempotency-Key'),
    });
    return served.refuses?.() ?? success();
  };
  const done = () => new HttpResponse(null, { status: 204 });
  const plan = (): PlanRead => ({ shifts: [...served.planned], changes: [], people: [ada, grace], holidays: [] });
  server.use(
    http.get('*/api/shifts/me', () => HttpResponse.json(served.shifts)),
    http.get('*/api/cover-requests', () => {
      served.lists += 1;
      return HttpResponse.json(served.requests);
    }),
    http.get('*/api/call-schedules/shifts', () => HttpResponse.json(plan())),
    http.post('*/api/cover-requests', ({ request }) =>
      change(request, () => HttpResponse.json({ id: 1 }, { status: 201 })),
    ),
    http.post('*/api/cover-requests/:id/take', ({ request }) => change(request, done)),
    http.delete('*/api/cover-requests/:id', ({ request }) => change(request, done)),
  );
  return served;
}
