import { expect, it } from 'vitest';

import { safeReturnPath } from './return-path';

const origin = 'https://wardline.example';

it.each(['/consult/7?view=timeline#top', '/request/tele-psych', '/'])('[ROUTE-16] returns to %s', (path) => {
  expect(safeReturnPath(path, origin)).toBe(path);
});

it.each([
  'https://evil.example/consult',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'consult',
  'javascript:alert(1)',
  '',
  null,
  '/login?redirect=/consult',
  '/oauth2/callback?code=x',
])('[ROUTE-16] does not return to %s', (path) => {
  expect(safeReturnPath(path, origin)).toBe('/');
});
