import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import {
  isClockUncertain,
  observeServerDate,
  onClockChange,
  readClocks,
  resetServerClock,
  serverNow,
} from './server-clock';

const HOUR = 3_600_000;
const start = Date.parse('2026-01-01T10:00:00Z');
/** The server's clock, which is always right. */
let serverTime = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'queueMicrotask'] });
  serverTime = start;
  resetServerClock();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  serverTime += milliseconds;
};
/** Sets this computer's clock and nothing else. */
const setClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
/** The clock advances while the page's stopwatch stands still. */
const sleep = (milliseconds: number) => {
  setClock(milliseconds);
  serverTime += milliseconds;
};
/** A response that took `roundTrip`, including `back` for the way back; `onServer` runs when the server responds. */
const respond = (roundTrip: number, onServer: () => void = () => undefined, back = roundTrip / 2) => {
  const sent = readClocks();
  pass(roundTrip - back);
  const header = new Date(serverTime).toUTCString();
  onServer();
  pass(back);
  observeServerDate(header, sent, readClocks());
};
const error = () => Math.abs(serverNow() - serverTime);

it('follows a server whose clock is seven minutes ahead', () => {
  serverTime += 7 * 60_000;
  respond(100);
  expect(error()).toBeLessThanOrEqual(500);
});

it.each([
  { ahead: 0, first: 20, firstBack: 10, later: 3_000, laterBack: 1_500 },
  { ahead: 420_000, first: 20, firstBack: 10, later: 3_000, laterBack: 1_500 },
  { ahead: 0, first: 20, firstBack: 10, later: 3_000, laterBack: 3_000 },
  { ahead: 0, first: 2_000, firstBack: 0, later: 3_000, laterBack: 3_000 },
])(
  'prefers the faster response until it is ten minutes old: %o',
  ({ ahead, first: roundTrip, firstBack, later, laterBack }) => {
    serverTime += ahead;
    pass(1_200_400);
    respond(roundTrip, undefined, firstBack);
    const first = serverNow() - Date.now();
    respond(later, undefined, laterBack);
    expect(serverNow() - Date.now()).toBe(first);
    pass(600_000);
    respond(3_000);
    expect(serverNow() - Date.now()).not.toBe(first);
  },
);

it('ignores a response without a readable date', () => {
  observeServerDate(null, readClocks(), readClocks());
  observeServerDate('yesterday', readClocks(), readClocks());
  expect(serverNow()).toBe(start);
});

it('keeps the server’s time when the ward’s clock is set back an hour, before and after the next response', () => {
  respond(20);
  pass(60_000);
  setClock(-HOUR);
  pass(15_000);
  expect(error()).toBeLessThan(1_000);
  expect(isClockUncertain()).toBe(true);
  respond(4_000);
  expect(error()).toBeLessThan(1_000);
  expect(isClockUncertain()).toBe(false);
});

it.each([-HOUR, -2_000, 2_000, HOUR])(
  'adjusts to a clock that is changed by %i ms with the next response, however slow it is',
  (step) => {
    respond(20);
    setClock(step);
    respond(8_000);
    expect(error()).toBeLessThan(1_000);
  },
);

it.each([-1_000, -200, 200, 1_000])('does not treat a correction of %i ms as a changed clock', (step) => {
  expect(isClockUncertain()).toBe(false);
  respond(20);
  const listener = vi.fn();
  onTestFinished(onClockChange(listener));
  setClock(step);
  serverNow();
  vi.runAllTicks();
  expect([listener.mock.calls.length, isClockUncertain()]).toEqual([0, false]);
});

it('does not treat a response during which the clock was changed as the fastest', () => {
  respond(20);
  respond(200, () => setClock(-HOUR));
  expect(error()).toBeLessThan(1_000);
  respond(200);
  expect(error()).toBeLessThan(1_000);
});

it('trusts the clock after sleep, and ignores a response that was in flight during it', () => {
  respond(20);
  sleep(3 * HOUR);
  expect(error()).toBeLessThan(1_000);
  respond(200, () => sleep(HOUR));
  expect(error()).toBeLessThan(1_000);
});

it.each([
  { by: 5 * 60_000, roundTrip: 300 },
  { by: 5_000, roundTrip: 3_000 },
])('follows a server whose clock is corrected by $by ms', ({ by, roundTrip }) => {
  respond(20);
  serverTime -= by;
  respond(roundTrip);
  expect(error()).toBeLessThan(1_000);
});

it('notifies when the clock was changed, so that it can be measured at once and displayed times are updated', () => {
  const listener = vi.fn();
  const unsubscribe = onClockChange(listener);
  respond(40);
  expect(listener).not.toHaveBeenCalled();
  serverTime += 7 * 60_000;
  respond(30);
  expect(listener).toHaveBeenCalledOnce();
  respond(20);
  expect(listener).toHaveBeenCalledOnce();
  listener.mockClear();
  setClock(HOUR);
  serverNow();
  serverNow();
  vi.advanceTimersByTime(0);
  vi.runAllTicks();
  expect(listener).toHaveBeenCalledOnce();
  respond(20);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  setClock(HOUR);
  serverNow();
  vi.runAllTicks();
  expect(listener).toHaveBeenCalledTimes(2);
});
