import { act } from '@testing-library/react';
import { getResponse, http, HttpHandler, HttpResponse } from 'msw';
import { onTestFinished, vi } from 'vitest';

import { configureClient } from '@/api/client';
import type { Attend, Attendance, AttendeeRead, JoinInfo, SignalRead } from '@/api/generated/types.gen';
import { setRuntimeConfig } from '@/api/runtime-config';
import { call, type CallView, NO_CALL } from '@/features/video/call-view';
import { expanded } from '@/features/video/expanded';
import { markChecked } from '@/features/video/preflight/checked';
import type { OtherAttendee } from '@/features/video/media-link';
import { NO_MEDIA, type PeerMedia } from '@/features/video/peer-media';

import { testConfig } from './config';
import { overrideProperty } from './fake-devices';
import { CONSULT_ID, dana } from './make-consult';
import { recordUnhandled, server } from './server';
import { signInForTest } from './session';

/** This window's place in the meeting. */
export const joined: JoinInfo = {
  meeting: {
    meetingId: 'meeting',
    externalMeetingId: 'outside',
    iceServers: [],
    iceTransportPolicy: 'all',
    mediaPlacement: null,
    mediaGeneration: 0,
  },
  attendee: { attendeeId: 'b-own', joinToken: null },
};

/** Another participant's window; windows with ids before `b` make the offers. */
export const otherWindow: AttendeeRead = {
  attendeeId: 'c-dana',
  user: { id: dana.id, firstName: dana.firstName, lastName: dana.lastName },
  guest: null,
  unattended: false,
  givesConsults: false,
  publisherId: null,
};

const ownWindow: AttendeeRead = {
  attendeeId: joined.attendee.attendeeId,
  user: { id: 1, firstName: 'Nora', lastName: 'Quinn' },
  guest: null,
  unattended: false,
  givesConsults: false,
  publisherId: null,
};

/** By default the user is alone in the meeting. */
export function attendance(others: readonly AttendeeRead[] = [], signals: readonly SignalRead[] = []): Attendance {
  return {
    state: 'connected',
    attendees: [ownWindow, ...others],
    removed: [],
    knocking: [],
    signals: [...signals],
    callbacks: [],
    ringing: null,
    iceServers: null,
    moved: null,
  };
}

const OWN_PATH = `*/api/meeting/${joined.meeting.meetingId}/attendees/${joined.attendee.attendeeId}`;

/** The server side of a meeting, whose responses a test may change. A user is signed in. */
export function serveMeeting() {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  signInForTest();
  markChecked();
  /** The requests about the meeting, oldest first. */
  const requests: string[] = [];
  /** The bodies of this window's heartbeats. */
  const attended: Attend[] = [];
  /** The token of each request that leaves the meeting. */
  const tokens: (string | null)[] = [];
  const responses = {
    join: (): Response | Promise<Response> => HttpResponse.json({ joinInfo: joined }),
    attend: (): Response | Promise<Response> => HttpResponse.json(attendance()),
    delete: (): Response => new HttpResponse(null, { status: 204 }),
  };
  server.use(
    http.post('*/api/meeting', async ({ request }) => {
      requests.push(`join ${JSON.stringify(await request.json())}`);
      return responses.join();
    }),
    http.post(`${OWN_PATH}/attend`, async ({ request }) => {
      attended.push((await request.json()) as Attend);
      return responses.attend();
    }),
    http.delete(OWN_PATH, ({ request }) => {
      requests.push('leave');
      tokens.push(request.headers.get('Authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
    http.put('*/api/meeting/$deleteExternalMeeting', async ({ request }) => {
      requests.push(`delete ${JSON.stringify(await request.json())}`);
      tokens.push(request.headers.get('Authorization'));
      return responses.delete();
    }),
  );
  return { requests, attended, tokens, responses };
}

export const about = { consultId: CONSULT_ID, title: 'Marsh, Rosa' };

/** Puts this window in a call until the test ends. */
export function showCall(change: Partial<CallView> = {}) {
  const view: CallView = {
    ...NO_CALL,
    about,
    state: 'connected',
    ...change,
  };
  act(() => call.setState(view, true));
  onTestFinished(() => {
    call.setState(null, true);
    expanded.setState(false, true);
  });
}

const TURNS = 10;

/** Routes requests directly to the handlers, because msw's network needs timers and the clock is stopped. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  overrideProperty(globalThis, 'fetch', async (request: Request) => {
    const response = await getResponse(server.listHandlers().filter(isRequestHandler), request);
    if (response === undefined) recordUnhandled(request);
    if (response === undefined || response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  });
}

const isRequestHandler = (handler: object): handler is HttpHandler => handler instanceof HttpHandler;

/** Advances the clock, and waits for the responses to all requests sent by then. */
export async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

type OtherChange = Partial<Omit<OtherAttendee, 'media'>> & { readonly media?: Partial<PeerMedia> };

/** Another attendee as this window sees them. */
export function makeOther({ media, ...change }: OtherChange = {}): OtherAttendee {
  return {
    attendee: otherWindow,
    status: 'connected',
    stream: new MediaStream(),
    shared: new MediaStream(),
    media: { ...NO_MEDIA, microphone: true, camera: true, ...media },
    ...change,
  };
}
