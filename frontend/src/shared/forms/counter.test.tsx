import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Counter } from './counter';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Types up to this many characters; returns what was announced after each key and after a pause. */
function type(from: number, to: number, view: ReturnType<typeof render>) {
  const announced = new Set<string>();
  for (let length = from; length <= to; length += 1) {
    view.rerender(<Counter length={length} limit={100} />);
    wait(100);
    announced.add(screen.getByRole('status').textContent);
  }
  wait(1_000);
  announced.add(screen.getByRole('status').textContent);
  return [...announced].filter((text) => text !== '');
}

it('announces the count when typing pauses after a threshold was crossed, not with every key', () => {
  const view = render(<Counter length={0} limit={100} />);
  expect(type(1, 79, view)).toEqual([]);
  expect(screen.queryByText(/characters/)).not.toBeInTheDocument();
  expect(type(80, 85, view)).toEqual(['85 of 100 characters']);
  expect(type(86, 89, view)).toEqual(['85 of 100 characters']);
  expect(screen.getByText('89 of 100 characters')).toBeInTheDocument();
  expect(type(90, 99, view).at(-1)).toBe('99 of 100 characters');
  expect(type(100, 100, view).at(-1)).toBe('100 of 100 characters');
  expect(type(101, 110, view).at(-1)).toBe('110 of 100 characters');
  expect(type(111, 120, view)).toEqual(['110 of 100 characters']);
});
