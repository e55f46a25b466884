import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { endingOf, idleSeconds, recordActivity, stopWatching, publishEnding, watchIdle } from './idle';

const MINUTE = 60_000;
const LIMIT = 15 * MINUTE;

const onEnd = vi.fn();
const start = (isNew = true) => watchIdle('nurse', { limit: LIMIT, onEnd }, isNew);
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
/** Simulates a sleeping computer: time passes, but no timer runs. */
const sleep = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const record = () => localStorage.getItem('wardline.active.nurse');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2026-01-01T10:00:00Z') });
  onEnd.mockReset();
});

afterEach(() => {
  stopWatching();
  vi.useRealTimers();
});

it('warns a minute before the session ends, counts down and ends it', () => {
  start();
  pass(14 * MINUTE - 1_000);
  expect(idleSeconds.getState()).toBeNull();
  pass(1_000);
  expect(idleSeconds.getState()).toBe(60);
  pass(43_000);
  expect(idleSeconds.getState()).toBe(17);
  pass(17_000);
  expect(onEnd.mock.calls).toEqual([['overdue']]);
  expect(idleSeconds.getState()).toBeNull();
});

it.each([
  new MouseEvent('pointerdown'),
  new PointerEvent('pointermove', { screenX: 5, screenY: 7 }),
  new KeyboardEvent('keydown', { key: 'a' }),
  new Event('wheel'),
  new Event('touchmove'),
])('counts $type as activity', (event) => {
  start();
  pass(10 * MINUTE);
  window.dispatchEvent(event);
  pass(14 * MINUTE - 1_000);
  expect(idleSeconds.getState()).toBeNull();
});

it('does not count a resting pointer or scrolling that the user did not cause as activity', () => {
  start();
  window.dispatchEvent(new PointerEvent('pointermove', { screenX: 9, screenY: 9 }));
  pass(10 * MINUTE);
  window.dispatchEvent(new PointerEvent('pointermove', { screenX: 9, screenY: 9 }));
  window.dispatchEvent(new Event('scroll'));
  pass(5 * MINUTE);
  expect(onEnd).toHaveBeenCalledOnce();
});

describe('while the warning is shown', () => {
  const warned = () => {
    start();
    pass(14 * MINUTE + 30_000);
  };

  it('moving the pointer does not dismiss it, so that the dialog does not vanish under the pointer', () => {
    warned();
    window.dispatchEvent(new PointerEvent('pointermove', { screenX: 1, screenY: 2 }));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    expect(idleSeconds.getState()).toBe(30);
  });

  it('Escape dismisses it, and closes nothing else', () => {
    warned();
    const other = vi.fn();
    window.addEventListener('keydown', other, { capture: true });
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    window.removeEventListener('keydown', other, { capture: true });
    expect(other).not.toHaveBeenCalled();
    expect(idleSeconds.getState()).toBeNull();
    pass(14 * MINUTE - 1_000);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('activity in another tab dismisses it', () => {
    warned();
    localStorage.setItem('wardline.active.nurse', String(Date.now()));
    window.dispatchEvent(new StorageEvent('storage'));
    expect(idleSeconds.getState()).toBeNull();
  });
});

describe('a computer that slept', () => {
  it('ends the session before the next user input reaches the page', () => {
    start();
    sleep(16 * MINUTE);
    const page = vi.fn();
    document.body.addEventListener('keydown', page);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    document.body.removeEventListener('keydown', page);
    expect(onEnd).toHaveBeenCalledWith('overdue');
    expect(page).not.toHaveBeenCalled();
  });

  it('ends the session when the page becomes visible again', () => {
    start();
    sleep(16 * MINUTE);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(onEnd).toHaveBeenCalledWith('overdue');
  });

  it('does not count a reload as activity', () => {
    start();
    stopWatching();
    sleep(10 * MINUTE);
    expect(endingOf('nurse', LIMIT)).toBeNull();
    start(false);
    pass(5 * MINUTE);
    expect(onEnd).toHaveBeenCalledWith('overdue');
    expect(endingOf('nurse', LIMIT)).toBe('overdue');
  });
});

it.each(['idle', 'chosen'] as const)('learns that another tab ended the session: %s', (ending) => {
  start();
  publishEnding('nurse', ending);
  window.dispatchEvent(new StorageEvent('storage'));
  expect(onEnd.mock.calls).toEqual([[ending]]);
  recordActivity();
  expect(record()).toBe(ending);
});

it('treats a session without a stored state as ended', () => {
  start();
  localStorage.clear();
  pass(1_000);
  expect(onEnd).toHaveBeenCalledWith('chosen');
});

it('does not let a clock that was wrong extend the session', () => {
  start();
  sleep(-60 * MINUTE);
  pass(15 * MINUTE + 1_000);
  expect(onEnd).toHaveBeenCalledWith('overdue');
});

it("ignores another user's activity, and removes that user's old entries", () => {
  start();
  stopWatching();
  localStorage.setItem('wardline.active.ada', 'idle');
  localStorage.setItem('wardline.active.bo', String(Date.now() - 10 * MINUTE));
  watchIdle('carl', { limit: LIMIT, onEnd }, true);
  const keys = Object.keys(localStorage).sort();
  expect(keys).toEqual(['wardline.active.bo', 'wardline.active.carl', 'wardline.active.nurse']);
});

it('warns for half of a very short limit', () => {
  watchIdle('nurse', { limit: MINUTE, onEnd }, true);
  pass(29_000);
  expect(idleSeconds.getState()).toBeNull();
  pass(1_000);
  expect(idleSeconds.getState()).toBe(30);
});
