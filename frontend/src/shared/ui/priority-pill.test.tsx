import { expect, it } from 'vitest';
import { render, screen } from '@testing-library/react';

import { pressureOf, PriorityPill } from './priority-pill';

it.each([
  [0, 30, 'calm'],
  [19, 30, 'calm'],
  [20, 30, 'near'],
  [29, 30, 'near'],
  [30, 30, 'over'],
  [31, 30, 'over'],
] as const)('%i of %i minutes is %s', (elapsed, limit, pressure) => {
  expect(pressureOf(elapsed, limit)).toBe(pressure);
});

it('[WL-36] [WL-37] says priority, minutes and that the limit has passed in words, never by colour alone', () => {
  const { container } = render(<PriorityPill name="critical" elapsedMinutes={16} limitMinutes={15} />);
  expect(container).toHaveTextContent('Critical16 min of 15, limit passed');
});

it('[WL-38] keeps quiet about time once there is none to keep', () => {
  render(<PriorityPill name="routine" />);
  expect(screen.getByText('Routine')).toBeInTheDocument();
  expect(screen.queryByText(/min/)).not.toBeInTheDocument();
});
