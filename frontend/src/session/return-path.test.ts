import { expect, it } from 'vitest';

import { returnPathIn, safeReturnPath } from './return-path';

const origin = 'https://wardline.example';

it.each(['/consult/7?view=timeline#top', '/request/tele-psych', '/'])('[ROUTE-16] returns to %s', (path) => {
  expect(safeReturnPath(path, origin)).toBe(path);
});

it('returns to a query string with a space', () => {
  expect(safeReturnPath('/consult?search=a b', origin)).toBe('/consult?search=a%20b');
});

it.each([
  'https://evil.example/consult',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'consult',
  'consult/7',
  ['/consult/7'],
  'javascript:alert(1)',
  '',
  null,
  '/login?redirect=/consult',
  '/oauth2/callback?code=x',
  '/invite',
  '/error',
  '/ok\u001fconsult',
])('[ROUTE-16] does not return to %s', (path) => {
  expect(safeReturnPath(path, origin)).toBe('/');
});

it.each([
  [{ returnTo: '/consult/7' }, '/consult/7'],
  [{ returnTo: '//evil.example' }, '/'],
  [{ returnTo: 7 }, '/'],
  [{}, '/'],
  [null, '/'],
  [undefined, '/'],
  ['/consult/7', '/'],
])('[ROUTE-16] returns to the path in the state that the provider passed back: %j', (state, path) => {
  expect(returnPathIn(state)).toBe(path);
});
