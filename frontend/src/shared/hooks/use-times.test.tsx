import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { PrintZone, useClinicalTime, useTimestamp } from './use-times';

const onPaper = {
  wrapper: ({ children }: { children: React.ReactNode }) => <PrintZone value="America/New_York">{children}</PrintZone>,
};

it.each([
  ['2024-07-05T19:07:00Z', '3:07pm Jul 5, 2024 EDT'],
  ['2024-01-05T19:07:00Z', '2:07pm Jan 5, 2024 EST'],
])('[DET-48] prints the name that the zone had at that time, not its current one: %s', (moment, printed) => {
  expect(renderHook(useTimestamp, onPaper).result.current(moment)).toBe(printed);
});

it('[DET-48] prints a clinical time in the zone of the location', () => {
  const { result } = renderHook(() => useClinicalTime('America/Denver'), onPaper);
  expect(result.current('2024-07-05T19:07:00Z')).toBe('7/5/2024, 01:07PM MDT');
});
