import { http, HttpResponse } from 'msw';
import { onTestFinished, vi } from 'vitest';

import type { DutyPage } from '@/api/generated/types.gen';
import { lockedDuty } from '@/session/locked-duty';
import { serverNow } from '@/shared/lib/server-clock';

import { asSorted } from './as-sorted';
import { server } from './server';

/** What the neurologist's browser has got while they were signed in. */
export const DUTY = { subject: 'neuro', userId: 7, token: 'duty token', reachable: true };

/** A critical request that began to wait just now. */
export function makeDutyPage(about: Partial<DutyPage> = {}): DutyPage {
  return {
    id: 1,
    kind: 'request',
    serviceLineName: 'Tele-Stroke',
    locationName: 'Lakeshore General - ED',
    priority: 'critical',
    startedAt: new Date(serverNow()).toISOString(),
    muted: false,
    ...about,
  };
}

/** A server with what waits for someone whose screen is locked, which a test may change. `refusal` is a code, `null` for none. */
export function serveDuty(...pages: DutyPage[]) {
  const served = {
    lines: ['Tele-Stroke'],
    pages,
    refusal: null as 'duty_over' | 'duty_expired' | 'no response' | null,
    polls: [] as (string | null)[],
    revoked: [] as (string | null)[],
  };
  server.use(
    http.get('*/api/duty/pages', ({ request }) => {
      served.polls.push(request.headers.get('Authorization'));
      if (served.refusal === 'no response') return HttpResponse.error();
      if (served.refusal !== null)
        return HttpResponse.json({ code: served.refusal, message: 'Over.', errors: [] }, { status: 401 });
      return HttpResponse.json({ serviceLineNames: served.lines, pages: asSorted(served.pages) });
    }),
    http.delete('*/api/duty', ({ request }) => {
      served.revoked.push(request.headers.get('Authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return served;
}

/** The neurologist's tab after the idle timer has signed them out. */
export function lockTab(ending: 'idle' | 'ended' = 'idle', reachable: boolean | null = true) {
  sessionStorage.setItem('wardline.signed-out', JSON.stringify({ subject: DUTY.subject, ending, lost: false }));
  lockedDuty.write({ ...DUTY, reachable });
}

/** Lets a test jump ahead; in between, time passes as usual. */
export function jumpableTime() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}
