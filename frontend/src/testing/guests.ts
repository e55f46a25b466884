import { http, HttpResponse } from 'msw';
import { expect, vi } from 'vitest';

import type { GuestCall, GuestRead, GuestState } from '@/api/generated/types.gen';
import { endCall } from '@/features/video/call';
import { call } from '@/features/video/call-view';

import { fakeAudio } from './fake-audio';
import { fakeDevices } from './fake-devices';
import { fakePeers } from './fake-peers';
import { attendance, joined, otherWindow } from './meeting';
import { server } from './server';

export const LINK = 'l'.repeat(43);

export const ana = { id: 'guest-ana', name: 'Ana Ruiz', kind: 'interpreter' } as const;

export function makeGuest(change: Partial<GuestRead> = {}): GuestRead {
  return { ...ana, state: 'invited', isOpened: false, opensUntil: '2099-01-01T00:00:00Z', ...change };
}

export const refusal = (status: number, code: string) =>
  HttpResponse.json({ code, message: 'Refused.', errors: [] }, { status });

/** The requests of the current test. */
let requests: string[] = [];

/** Ends the call of a test, and waits until the guest has left it. */
export async function endGuestCall() {
  const isIn = call.getState()?.state === 'connected';
  endCall();
  if (isIn) await vi.waitFor(() => expect(requests.at(-1)).toBe('leave?forGood=true'));
  localStorage.clear();
}

/** The server side of a guest's call, whose state a test may change. Both devices work. */
export function serveGuest(state: GuestState = 'invited') {
  fakePeers();
  fakeAudio();
  const browser = fakeDevices({ permissions: { microphone: 'granted', camera: 'granted' } });
  const sent: string[] = [];
  requests = sent;
  /** What authorizes the requests. */
  const secrets = new Set<string>();
  const served = {
    state,
    open: (): Response => HttpResponse.json(guest()),
    join: (): Response => HttpResponse.json({ joinInfo: joined }),
    attend: (): Response => HttpResponse.json(attendance([otherWindow])),
  };
  const guest = (): GuestCall => ({ ...ana, state: served.state, organizationName: 'Virginia Piedmont Hospital' });
  const note = (request: Request, what: string) => {
    sent.push(what);
    secrets.add(request.headers.get('Authorization') ?? '');
  };
  server.use(
    http.put('*/api/guest', async ({ request }) => {
      note(request, `open ${JSON.stringify(await request.json())}`);
      return served.open();
    }),
    http.get('*/api/guest', () => HttpResponse.json(guest())),
    http.put('*/api/guest/knock', ({ request }) => {
      note(request, 'knock');
      if (served.state === 'invited') served.state = 'waiting';
      return HttpResponse.json(guest());
    }),
    http.put('*/api/guest/attendee', ({ request }) => {
      note(request, 'join');
      return served.join();
    }),
    http.post('*/api/guest/attendees/:id/attend', ({ request }) => {
      secrets.add(request.headers.get('Authorization') ?? '');
      return served.attend();
    }),
    http.delete('*/api/guest/attendees/:id', ({ request }) => {
      note(request, `leave${new URL(request.url).search}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { requests: sent, secrets, served, browser };
}
