import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { breakpoints, useIsMobile } from './use-layout';

/** A window of so many px, which knows queries for the least width alone. */
function showAt(width: number) {
  const query = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((asked) => {
    const least = /^\(min-width: (\d+)px\)$/.exec(asked)?.[1];
    return Object.assign(query(asked), { matches: least !== undefined && width >= Number(least) });
  });
}

it.each([
  [991, true],
  [992, false],
])('[CONST-07] is mobile below 992 px and not from there on: %i px', (width, mobile) => {
  showAt(width);
  expect(renderHook(useIsMobile).result.current).toBe(mobile);
});

it('[CONST-08] changes at 576, 768, 992 and 1200 px', () => {
  expect(Object.values(breakpoints)).toEqual([576, 768, 992, 1200]);
});
