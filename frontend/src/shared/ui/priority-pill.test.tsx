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

it('[WL-36] [WL-37] shows priority, minutes and a passed limit as text, never by color alone', () => {
  const { container } = render(<PriorityPill name="critical" elapsedMinutes={16} limitMinutes={15} />);
  expect(container).toHaveTextContent('Critical16 min of 15, over the limit');
});

it('[WL-38] shows no time if there is no limit', () => {
  render(<PriorityPill name="routine" />);
  expect(screen.getByText('Routine')).toBeInTheDocument();
  expect(screen.queryByText(/min/)).not.toBeInTheDocument();
});
