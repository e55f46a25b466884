import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderFeature } from '@/testing/render-app';

import { PrintedBy } from './printed-by';

it('names who prints, and the time of the printing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T13:15:00Z') });
  renderFeature(<PrintedBy />);
  const before = (await screen.findByText(/^Printed by /)).textContent;
  vi.setSystemTime(Date.parse('2026-03-04T14:20:00Z'));
  act(() => void dispatchEvent(new Event('beforeprint')));
  const after = screen.getByText(/^Printed by /).textContent;
  expect(after).not.toBe(before);
  expect(after).toMatch(/^Printed by \S+ \S+ \(\w+\), .*20.* All times are in this zone\.$/);
});
