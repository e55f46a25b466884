import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { minutesBetween } from '@/shared/lib/dates';

import { useNow } from './use-now';

const start = Date.parse('2026-01-01T10:00:00Z');

function Elapsed() {
  return <output>{minutesBetween(start, useNow())} min</output>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

it('[WL-39] [TIME-07] updates the time on the screen every 15 seconds', () => {
  render(<Elapsed />);
  // The minute has passed, but the next tick has not.
  vi.setSystemTime(start + 59_000);
  act(() => void vi.advanceTimersByTime(14_999));
  expect(screen.getByRole('status')).toHaveTextContent('0 min');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toHaveTextContent('1 min');
});

it('[WL-39] updates at once when a suspended tab becomes visible', () => {
  render(<Elapsed />);
  vi.setSystemTime(start + 300_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('status')).toHaveTextContent('5 min');
});
