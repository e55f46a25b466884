import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { breakpoints, useIsMobile } from './use-layout';

/** A window of this width in px, which supports only min-width queries. */
function showAt(width: number) {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const minimum = /^\(min-width: (\d+)px\)$/.exec(query)?.[1];
    return Object.assign(matchMedia(query), { matches: minimum !== undefined && width >= Number(minimum) });
  });
}

it.each([
  [991, true],
  [992, false],
])('[CONST-07] is mobile below 992 px only: %i px', (width, mobile) => {
  showAt(width);
  expect(renderHook(useIsMobile).result.current).toBe(mobile);
});

it('[CONST-08] changes at 576, 768, 992 and 1200 px', () => {
  expect(Object.values(breakpoints)).toEqual([576, 768, 992, 1200]);
});

it('[CONST-08] changes at no other width in any style sheet', () => {
  // A call also fits windows of its own, and wall displays are measured in rem.
  const sheets = globSync('src/**/*.css').filter((path) => !path.startsWith(join('src', 'features', 'video')));
  const queries = sheets.flatMap((path) => readFileSync(path, 'utf8').match(/@media[^{]*/g) ?? []);
  const tests = queries.flatMap((query) => query.match(/\([^)]*width[^)]*\)/g) ?? []);
  const widths = tests.flatMap((each) => each.match(/[\d.]+(?=px)/g) ?? []).map((px) => Math.ceil(Number(px)));
  expect(new Set(widths)).toEqual(new Set(Object.values(breakpoints)));
});
