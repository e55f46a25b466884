import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { SignalRead } from '@/api/generated/types.gen';
import { attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { Attending } from './attending';

const OTHER = otherWindow.attendeeId;

const candidate = (name: string) => ({ type: 'candidate', candidate: name }) as const;
const signal = (id: number): SignalRead => ({ id, sender: OTHER, content: candidate(`way ${id}`) });

beforeEach(stopClock);

/** A window in the meeting, and what it was told. */
function attend() {
  const served = serveMeeting();
  const told: string[] = [];
  const others = { areMissed: false };
  const begin = () => {
    const attending = new Attending(joined, {
      onAttendance: ({ attendees }) => told.push(`${attendees.length} there`),
      onSignal: ({ id }) => told.push(`signal ${id}`),
      isEager: () => others.areMissed,
      onReach: (reached) => told.push(reached ? 'reached' : 'out of reach'),
      onEnded: () => told.push('ended'),
    });
    onTestFinished(() => attending.stop());
    return attending;
  };
  return { ...served, told, others, begin, heard: () => served.attended.map(({ heard }) => heard) };
}

const lost = () => HttpResponse.error();
const refused = (status: number) => HttpResponse.json({ code: 'refused', message: 'Refused.' }, { status });

/** A response that is sent when the test says so. */
function slowly(response: () => Response) {
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  return { respond, later: () => held.then(response) };
}

it('says at once and every few seconds that this window is there, and who else is', async () => {
  const { told, begin, attended, responses } = attend();
  begin();
  await pass(0);
  expect(attended).toEqual([{ heard: [], signals: [] }]);
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await pass(constants.ATTEND_MS - 1);
  expect(attended).toHaveLength(1);
  await pass(1);
  expect(attended).toHaveLength(2);
  expect(told).toEqual(['reached', '1 there', 'reached', '2 there']);
});

it('asks every second while somebody is there to whom there is no connection yet', async () => {
  const { begin, others, attended } = attend();
  others.areMissed = true;
  begin();
  await pass(999);
  expect(attended).toHaveLength(1);
  await pass(1);
  expect(attended).toHaveLength(2);
  others.areMissed = false;
  await pass(1_000);
  await pass(constants.ATTEND_MS - 1);
  expect(attended).toHaveLength(3);
});

describe('signals to others', () => {
  it('gather in one call, each with its number, and go once', async () => {
    const { begin, attended } = attend();
    const attending = begin();
    await pass(0);
    attending.send(OTHER, candidate('first'));
    await pass(30);
    attending.send(OTHER, candidate('second'));
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

  it('go again with the same numbers when no answer came, for the server may have them', async () => {
    const { begin, attended, responses } = attend();
    const attending = begin();
    await pass(0);
    responses.attend = lost;
    attending.send(OTHER, candidate('first'));
    await pass(50);
    attending.send(OTHER, candidate('second'));
    responses.attend = () => HttpResponse.json(attendance());
    await pass(1_000);
    const numbers = attended.map(({ signals = [] }) => signals.map(({ number }) => number));
    expect(numbers).toEqual([[], [1], [1, 2]]);
    await pass(constants.ATTEND_MS);
    expect(attended[3]?.signals).toEqual([]);
  });

  it('are given up when the server does not take them, and what is said later goes', async () => {
    const { begin, attended, responses } = attend();
    const attending = begin();
    await pass(0);
    responses.attend = () => refused(400);
    attending.send(OTHER, candidate('strange'));
    await pass(50);
    responses.attend = () => HttpResponse.json(attendance());
    attending.send(OTHER, candidate('usual'));
    await pass(1_000);
    expect(attended[2]?.signals).toEqual([{ number: 2, to: OTHER, content: candidate('usual') }]);
  });

  it('go in calls of as many as the server takes, one after the other', async () => {
    const { begin, attended } = attend();
    const attending = begin();
    await pass(0);
    const many = constants.MOST_SIGNALS + 3;
    for (let count = 1; count <= many; count += 1) attending.send(OTHER, candidate(`way ${count}`));
    await pass(50);
    expect(attended).toHaveLength(2);
    await pass(50);
    expect(attended).toHaveLength(3);
    expect(attended.map(({ signals }) => signals?.length)).toEqual([0, constants.MOST_SIGNALS, 3]);
    const numbers = attended.flatMap(({ signals = [] }) => signals.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: many }, (_, index) => index + 1));
  });
});

describe('signals from others', () => {
  it('are named as heard soon, and dealt with once though they are answered again until then', async () => {
    const { begin, told, heard, responses } = attend();
    responses.attend = () => HttpResponse.json(attendance([otherWindow], [signal(4), signal(5)]));
    begin();
    await pass(0);
    responses.attend = lost;
    await pass(50);
    responses.attend = () => HttpResponse.json(attendance([otherWindow], [signal(4), signal(5), signal(6)]));
    await pass(1_000);
    responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await pass(50);
    await pass(constants.ATTEND_MS);
    expect(told.filter((word) => word.startsWith('signal'))).toEqual(['signal 4', 'signal 5', 'signal 6']);
    expect(heard().slice(0, 4)).toEqual([[], [4, 5], [4, 5], [6]]);
    expect(heard()[4]).toEqual([]);
  });

  it('that are announced while a call is under way are fetched by one more', async () => {
    const { begin, attended, responses } = attend();
    const { later, respond: arrive } = slowly(() => HttpResponse.json(attendance()));
    responses.attend = later;
    const attending = begin();
    await pass(0);
    for (let count = 0; count < 3; count += 1) attending.soon();
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

  it('that are announced close together are fetched by one call', async () => {
    const { begin, attended } = attend();
    const attending = begin();
    await pass(0);
    for (let count = 0; count < 5; count += 1) {
      attending.soon();
      await pass(10);
    }
    await pass(1_000);
    expect(attended).toHaveLength(2);
  });
});

describe('a server that does not answer', () => {
  it.each([
    ['is broken', () => refused(500)],
    ['is not reached', lost],
  ])('[API-02] is tried again after growing pauses when it %s, and reported when it is back', async (_how, failing) => {
    const { begin, told, attended, responses } = attend();
    responses.attend = failing;
    const attending = begin();
    await pass(0);
    let calls = 1;
    for (const pause of [1_000, 2_000, 4_000, constants.ATTEND_MS, constants.ATTEND_MS]) {
      attending.soon();
      await pass(pause - 1);
      expect(attended).toHaveLength(calls);
      await pass(1);
      calls += 1;
      expect(attended).toHaveLength(calls);
    }
    expect(told).toEqual(Array.from({ length: calls }, () => 'out of reach'));
    responses.attend = () => HttpResponse.json(attendance());
    await pass(constants.ATTEND_MS);
    expect(told.slice(calls)).toEqual(['reached', '1 there']);
    responses.attend = failing;
    await pass(constants.ATTEND_MS);
    await pass(1_000);
    expect(attended).toHaveLength(calls + 3);
  });
});

describe('the end', () => {
  const ends = [
    ['the server says so', () => HttpResponse.json({ ...attendance(), state: 'ended', attendees: [] })],
    ['it is not there any longer', () => refused(404)],
    ["it is not the user's any longer", () => refused(403)],
  ] as const;
  it.each(ends)(
    '[VID-18] [VID-22] of the meeting has come when %s, and nothing is said or asked from then on',
    async (_when, end) => {
      const { begin, told, attended, responses } = attend();
      const attending = begin();
      await pass(0);
      responses.attend = end;
      await pass(constants.ATTEND_MS);
      attending.send(OTHER, candidate('late'));
      await pass(60_000);
      expect(told).toEqual(['reached', '1 there', 'ended']);
      expect(attended).toHaveLength(2);
    },
  );

  it('of this window’s part lets nothing happen any more, whatever is under way', async () => {
    const { begin, told, attended, responses } = attend();
    const { later, respond: arrive } = slowly(() => HttpResponse.json(attendance([otherWindow], [signal(1)])));
    responses.attend = later;
    const attending = begin();
    await pass(0);
    attending.send(OTHER, candidate('late'));
    attending.stop();
    arrive();
    await pass(0);
    attending.soon();
    await pass(60_000);
    expect([told, attended.length]).toEqual([[], 1]);
  });
});
