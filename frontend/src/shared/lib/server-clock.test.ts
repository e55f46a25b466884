import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { isClockUnsure, observeServerDate, onClockSet, readClocks, serverNow } from './server-clock';

const HOUR = 3_600_000;
const start = Date.parse('2026-01-01T10:00:00Z');
/** The server's own clock, which nobody sets. */
let truth = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'queueMicrotask'] });
  truth = start;
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
/** An answer that took this long; `meanwhile` happens halfway. */
const answer = (way: number, meanwhile: () => void = () => undefined) => {
  const sent = readClocks();
  pass(way / 2);
  const header = new Date(truth).toUTCString();
  meanwhile();
  pass(way / 2);
  observeServerDate(header, sent, readClocks());
};
const error = () => Math.abs(serverNow() - truth);

it('follows a server whose clock is seven minutes ahead', () => {
  truth += 7 * 60_000;
  answer(100);
  expect(error()).toBeLessThan(1_000);
});

it('believes the quicker answer until it is ten minutes old', () => {
  pass(400);
  answer(20);
  const first = serverNow() - Date.now();
  answer(3_000);
  expect(serverNow() - Date.now()).toBe(first);
  pass(600_000);
  answer(3_000);
  expect(serverNow() - Date.now()).not.toBe(first);
});

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

it.each([-HOUR, HOUR])('follows a clock that is set by %i ms with the next answer, however slow that is', (step) => {
  answer(20);
  setClock(step);
  answer(8_000);
  expect(error()).toBeLessThan(1_000);
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

it('follows a server whose own clock is set right', () => {
  answer(20);
  truth -= 5 * 60_000;
  answer(300);
  expect(error()).toBeLessThan(1_000);
});

it('says when the clock was set, so that it can be measured at once and what shows the time follows', () => {
  const told = vi.fn();
  const stop = onClockSet(told);
  answer(20);
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
});
