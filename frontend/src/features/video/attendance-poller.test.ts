import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { SignalRead } from '@/api/generated/types.gen';
import { attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { AttendancePoller } from './attendance-poller';

const OTHER = otherWindow.attendeeId;

const candidate = (name: string) => ({ type: 'candidate', candidate: name }) as const;
const signal = (id: number): SignalRead => ({ id, sender: OTHER, content: candidate(`way ${id}`) });

beforeEach(stopClock);

/** Starts a poller and records its events. */
function setUp() {
  const served = serveMeeting();
  const events: string[] = [];
  const others = { areMissing: false };
  const start = () => {
    const poller = new AttendancePoller(joined, {
      onAttendance: ({ attendees }) => void events.push(`${attendees.length} joined`),
      onSignal: ({ id }) => events.push(`signal ${id}`),
      isEager: () => others.areMissing,
      onReachable: (reached) => events.push(reached ? 'reached' : 'unreachable'),
      onEnded: () => events.push('ended'),
    });
    onTestFinished(() => poller.stop());
    return poller;
  };
  return { ...served, events, others, start, heard: () => served.attended.map(({ heard }) => heard) };
}

const lost = () => HttpResponse.error();
const refused = (status: number) => HttpResponse.json({ code: 'refused', message: 'Refused.' }, { status });

/** Holds a response until the test releases it. */
function slowly(response: () => Response) {
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  return { respond, later: () => held.then(response) };
}

it('reports its attendance immediately and every few seconds, and learns who else has joined', async () => {
  const { events, start, attended, responses } = setUp();
  start();
  await pass(0);
  expect(attended).toEqual([{ heard: [], signals: [] }]);
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await pass(constants.ATTEND_MS - 1);
  expect(attended).toHaveLength(1);
  await pass(1);
  expect(attended).toHaveLength(2);
  expect(events).toEqual(['reached', '1 joined', 'reached', '2 joined']);
});

it('polls every second while an attendee is not connected yet', async () => {
  const { start, others, attended } = setUp();
  others.areMissing = true;
  start();
  await pass(999);
  expect(attended).toHaveLength(1);
  await pass(1);
  expect(attended).toHaveLength(2);
  others.areMissing = false;
  await pass(1_000);
  await pass(constants.ATTEND_MS - 1);
  expect(attended).toHaveLength(3);
});

describe('signals to others', () => {
  it('are numbered, batched into one request, and sent once', async () => {
    const { start, attended } = setUp();
    const poller = start();
    await pass(0);
    poller.send(OTHER, candidate('first'));
    await pass(30);
    poller.send(OTHER, candidate('second'));
    expect(attended).toHaveLength(1);
    await pass(20);
    expect(attended[1]?.signals).toEqual([
      { number: 1, to: OTHER, content: candidate('first') },
      { number: 2, to: OTHER, content: candidate('second') },
    ]);
    await pass(constants.ATTEND_MS);
    expect(attended).toHaveLength(3);
    expect(attended[2]?.signals).toEqual([]);
  });

  it('are sent again with the same numbers if there was no response, since the server may have them', async () => {
    const { start, attended, responses } = setUp();
    const poller = start();
    await pass(0);
    responses.attend = lost;
    poller.send(OTHER, candidate('first'));
    await pass(50);
    poller.send(OTHER, candidate('second'));
    responses.attend = () => HttpResponse.json(attendance());
    await pass(1_000);
    const numbers = attended.map(({ signals = [] }) => signals.map(({ number }) => number));
    expect(numbers).toEqual([[], [1], [1, 2]]);
    await pass(constants.ATTEND_MS);
    expect(attended[3]?.signals).toEqual([]);
  });

  it('are dropped if the server rejects them, and later ones are sent', async () => {
    const { start, attended, responses } = setUp();
    const poller = start();
    await pass(0);
    responses.attend = () => refused(400);
    poller.send(OTHER, candidate('strange'));
    await pass(50);
    responses.attend = () => HttpResponse.json(attendance());
    poller.send(OTHER, candidate('usual'));
    await pass(1_000);
    expect(attended[2]?.signals).toEqual([{ number: 2, to: OTHER, content: candidate('usual') }]);
  });

  it("are sent in batches no larger than the server's limit, one at a time", async () => {
    const { start, attended } = setUp();
    const poller = start();
    await pass(0);
    const many = constants.MAX_SIGNALS + 3;
    for (let count = 1; count <= many; count += 1) poller.send(OTHER, candidate(`way ${count}`));
    await pass(50);
    expect(attended).toHaveLength(2);
    await pass(50);
    expect(attended).toHaveLength(3);
    expect(attended.map(({ signals }) => signals?.length)).toEqual([0, constants.MAX_SIGNALS, 3]);
    const numbers = attended.flatMap(({ signals = [] }) => signals.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: many }, (_, index) => index + 1));
  });
});

describe('signals from others', () => {
  it('are acknowledged soon, and processed once even if they are returned again before that', async () => {
    const { start, events, heard, responses } = setUp();
    responses.attend = () => HttpResponse.json(attendance([otherWindow], [signal(4), signal(5)]));
    start();
    await pass(0);
    responses.attend = lost;
    await pass(50);
    responses.attend = () => HttpResponse.json(attendance([otherWindow], [signal(4), signal(5), signal(6)]));
    await pass(1_000);
    responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await pass(50);
    await pass(constants.ATTEND_MS);
    expect(events.filter((word) => word.startsWith('signal'))).toEqual(['signal 4', 'signal 5', 'signal 6']);
    expect(heard().slice(0, 4)).toEqual([[], [4, 5], [4, 5], [6]]);
    expect(heard()[4]).toEqual([]);
  });

  it('announced during a poll trigger one more poll', async () => {
    const { start, attended, responses } = setUp();
    const { later, respond: arrive } = slowly(() => HttpResponse.json(attendance()));
    responses.attend = later;
    const poller = start();
    await pass(0);
    for (let count = 0; count < 3; count += 1) poller.pollSoon();
    await pass(5_000);
    expect(attended).toHaveLength(1);
    responses.attend = () => HttpResponse.json(attendance());
    arrive();
    await pass(0);
    await pass(50);
    expect(attended).toHaveLength(2);
    await pass(constants.ATTEND_MS - 1);
    expect(attended).toHaveLength(2);
  });

  it('announced in quick succession trigger one poll', async () => {
    const { start, attended } = setUp();
    const poller = start();
    await pass(0);
    for (let count = 0; count < 5; count += 1) {
      poller.pollSoon();
      await pass(10);
    }
    await pass(1_000);
    expect(attended).toHaveLength(2);
  });
});

describe('a server that does not respond', () => {
  it.each([
    ['fails', () => refused(500)],
    ['is unreachable', lost],
  ])('[API-02] is polled with increasing delays if it %s, and reported once it responds', async (_how, failing) => {
    const { start, events, attended, responses } = setUp();
    responses.attend = failing;
    const poller = start();
    await pass(0);
    let requests = 1;
    for (const pause of [1_000, 2_000, 4_000, constants.ATTEND_MS, constants.ATTEND_MS]) {
      poller.pollSoon();
      await pass(pause - 1);
      expect(attended).toHaveLength(requests);
      await pass(1);
      requests += 1;
      expect(attended).toHaveLength(requests);
    }
    expect(events).toEqual(Array.from({ length: requests }, () => 'unreachable'));
    responses.attend = () => HttpResponse.json(attendance());
    await pass(constants.ATTEND_MS);
    expect(events.slice(requests)).toEqual(['reached', '1 joined']);
    responses.attend = failing;
    await pass(constants.ATTEND_MS);
    await pass(1_000);
    expect(attended).toHaveLength(requests + 3);
  });
});

describe('events', () => {
  const ends = [
    ['the meeting has ended', () => HttpResponse.json({ ...attendance(), state: 'ended', attendees: [] })],
    ['the meeting no longer exists', () => refused(404)],
    ['the user no longer has access', () => refused(403)],
  ] as const;
  it.each(ends)(
    '[VID-18] [VID-22] report the end of the call once if %s, and nothing is sent from then on',
    async (_when, end) => {
      const { start, events, attended, responses } = setUp();
      const poller = start();
      await pass(0);
      responses.attend = end;
      await pass(constants.ATTEND_MS);
      poller.send(OTHER, candidate('late'));
      await pass(60_000);
      expect(events).toEqual(['reached', '1 joined', 'ended']);
      expect(attended).toHaveLength(2);
    },
  );

  it('stop when the poller is stopped, even if a request is in flight', async () => {
    const { start, events, attended, responses } = setUp();
    const { later, respond: arrive } = slowly(() => HttpResponse.json(attendance([otherWindow], [signal(1)])));
    responses.attend = later;
    const poller = start();
    await pass(0);
    poller.send(OTHER, candidate('late'));
    poller.stop();
    arrive();
    await pass(0);
    poller.pollSoon();
    await pass(60_000);
    expect([events, attended.length]).toEqual([[], 1]);
  });
});
