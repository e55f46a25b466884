import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Counter } from './counter';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const rest = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Types up to so many characters, and answers what was spoken key by key and after a rest. */
function type(from: number, to: number, view: ReturnType<typeof render>) {
  const spoken = new Set<string>();
  for (let length = from; length <= to; length += 1) {
    view.rerender(<Counter length={length} limit={100} />);
    rest(100);
    spoken.add(screen.getByRole('status').textContent);
  }
  rest(1_000);
  spoken.add(screen.getByRole('status').textContent);
  return [...spoken].filter((words) => words !== '');
}

it('speaks where a threshold is crossed and the typing rests, not with every key', () => {
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
