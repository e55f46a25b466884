import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { makeNotification } from '@/testing/notifications';
import { renderFeature } from '@/testing/render-app';

import { NotificationCard } from './notification-card';

const NOON = new Date(2026, 2, 4, 12).getTime();
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});

afterEach(() => {
  // Restore the spies before the real timers; in the other order they would bring back a fake timer.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(createdAt: number) {
  const paces = vi.spyOn(window, 'setInterval');
  const notification = makeNotification({ createdAt: new Date(createdAt).toISOString() });
  renderFeature(
    <NotificationCard notification={notification} isNew={false} action={null} onDismiss={() => undefined} />,
  );
  return {
    paces: () => paces.mock.calls.map(([, pace]) => pace),
    beats: () => paces.mock.results.map(({ value }): unknown => value),
  };
}

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

it('[NOTIF-06] [NOTIF-09] [NOTIF-10] updates its age every second', () => {
  show(NOON - 59_000);
  expect(screen.getByText('Now')).toBeInTheDocument();
  pass(1_000);
  expect(screen.getByText('1 min ago')).toBeInTheDocument();
  vi.setSystemTime(NOON + 12 * HOUR);
  pass(1_000);
  expect(screen.getByText('Yesterday, 11:59am')).toBeInTheDocument();
  expect(screen.getByText('Yesterday, 11:59am')).toHaveAttribute('title', '11:59am Mar 4, 2026');
});

it('[NOTIF-09] [NOTIF-10] does not update every second once its age is in days', () => {
  const { paces } = show(NOON - 48 * HOUR);
  expect(screen.getByText('2 days ago')).toBeInTheDocument();
  expect(paces()).not.toContain(1_000);
  pass(13 * HOUR);
  expect(screen.getByText('3 days ago')).toBeInTheDocument();
});

it('[NOTIF-09] [NOTIF-10] slows down when its age reaches a day', () => {
  const { paces, beats } = show(NOON - 20 * HOUR);
  const ends = vi.spyOn(window, 'clearInterval');
  expect(screen.getByText('Yesterday, 4:00pm')).toBeInTheDocument();
  const everySecond = beats()[paces().indexOf(1_000)];
  pass(12 * HOUR);
  expect(screen.getByText('2 days ago')).toBeInTheDocument();
  expect(ends).toHaveBeenCalledWith(everySecond);
});
