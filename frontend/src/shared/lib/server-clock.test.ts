import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { isClockUnsure, observeServerDate, onClockSet, readClocks, resetServerClock, serverNow } from './server-clock';

const HOUR = 3_600_000;
const start = Date.parse('2026-01-01T10:00:00Z');
/** The server's own clock, which nobody sets. */
let truth = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'queueMicrotask'] });
  truth = start;
  resetServerClock();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  truth += milliseconds;
};
/** Sets this computer's clock and nothing else. */
const setClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
/** The clock goes on and the page's stopwatch stands still. */
const sleep = (milliseconds: number) => {
  setClock(milliseconds);
  truth += milliseconds;
};
/** An answer that took this long, `back` of it on the way back; `meanwhile` happens as the server answers. */
const answer = (way: number, meanwhile: () => void = () => undefined, back = way / 2) => {
  const sent = readClocks();
  pass(way - back);
  const header = new Date(truth).toUTCString();
  meanwhile();
  pass(back);
  observeServerDate(header, sent, readClocks());
};
const error = () => Math.abs(serverNow() - truth);

it('follows a server whose clock is seven minutes ahead', () => {
  truth += 7 * 60_000;
  answer(100);
  expect(error()).toBeLessThanOrEqual(500);
});

it.each([
  { ahead: 0, first: 20, firstBack: 10, later: 3_000, laterBack: 1_500 },
  { ahead: 420_000, first: 20, firstBack: 10, later: 3_000, laterBack: 1_500 },
  { ahead: 0, first: 20, firstBack: 10, later: 3_000, laterBack: 3_000 },
  { ahead: 0, first: 2_000, firstBack: 0, later: 3_000, laterBack: 3_000 },
])(
  'believes the quicker answer until it is ten minutes old: %o',
  ({ ahead, first: way, firstBack, later, laterBack }) => {
    truth += ahead;
    pass(1_200_400);
    answer(way, undefined, firstBack);
    const first = serverNow() - Date.now();
    answer(later, undefined, laterBack);
    expect(serverNow() - Date.now()).toBe(first);
    pass(600_000);
    answer(3_000);
    expect(serverNow() - Date.now()).not.toBe(first);
  },
);

it('ignores an answer without a readable date', () => {
  observeServerDate(null, readClocks(), readClocks());
  observeServerDate('yesterday', readClocks(), readClocks());
  expect(serverNow()).toBe(start);
});

it('keeps the server’s time when the ward’s clock is set back an hour, before and after the next answer', () => {
  answer(20);
  pass(60_000);
  setClock(-HOUR);
  pass(15_000);
  expect(error()).toBeLessThan(1_000);
  expect(isClockUnsure()).toBe(true);
  answer(4_000);
  expect(error()).toBeLessThan(1_000);
  expect(isClockUnsure()).toBe(false);
});

it.each([-HOUR, -2_000, 2_000, HOUR])(
  'follows a clock that is set by %i ms with the next answer, however slow that is',
  (step) => {
    answer(20);
    setClock(step);
    answer(8_000);
    expect(error()).toBeLessThan(1_000);
  },
);

it.each([-1_000, -200, 200, 1_000])('does not take it for a clock that was set when it is moved by %i ms', (step) => {
  expect(isClockUnsure()).toBe(false);
  answer(20);
  const told = vi.fn();
  onTestFinished(onClockSet(told));
  setClock(step);
  serverNow();
  vi.runAllTicks();
  expect([told.mock.calls.length, isClockUnsure()]).toEqual([0, false]);
});

it('does not take an answer during which the clock was set for the quickest of all', () => {
  answer(20);
  answer(200, () => setClock(-HOUR));
  expect(error()).toBeLessThan(1_000);
  answer(200);
  expect(error()).toBeLessThan(1_000);
});

it('goes by the clock after sleep, and takes no answer that was under way then', () => {
  answer(20);
  sleep(3 * HOUR);
  expect(error()).toBeLessThan(1_000);
  answer(200, () => sleep(HOUR));
  expect(error()).toBeLessThan(1_000);
});

it.each([
  { by: 5 * 60_000, way: 300 },
  { by: 5_000, way: 3_000 },
])('follows a server whose own clock is set right by $by ms', ({ by, way }) => {
  answer(20);
  truth -= by;
  answer(way);
  expect(error()).toBeLessThan(1_000);
});

it('says when the clock was set, so that it can be measured at once and what shows the time follows', () => {
  const told = vi.fn();
  const stop = onClockSet(told);
  answer(40);
  expect(told).not.toHaveBeenCalled();
  truth += 7 * 60_000;
  answer(30);
  expect(told).toHaveBeenCalledOnce();
  answer(20);
  expect(told).toHaveBeenCalledOnce();
  told.mockClear();
  setClock(HOUR);
  serverNow();
  serverNow();
  vi.advanceTimersByTime(0);
  vi.runAllTicks();
  expect(told).toHaveBeenCalledOnce();
  answer(20);
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  setClock(HOUR);
  serverNow();
  vi.runAllTicks();
  expect(told).toHaveBeenCalledTimes(2);
});
