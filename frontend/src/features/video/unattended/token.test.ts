import { beforeAll, expect, it } from 'vitest';

import type { PublicKeyRead } from '@/api/generated/types.gen';
import { claims, makeSigner } from '@/testing/standalone';

import { verifiedClaims } from './token';

type Signer = Awaited<ReturnType<typeof makeSigner>>;

let server: Signer;
let stranger: Signer;

beforeAll(async () => {
  [server, stranger] = await Promise.all([makeSigner(), makeSigner()]);
});

const verified = (token: string, keys: PublicKeyRead[] = [server.key]) =>
  verifiedClaims(token, () => Promise.resolve(keys));

it('[UNATT-04] a token is verified with the key of its kid', async () => {
  const other = { ...stranger.key, kid: 'two' };
  expect(await verified(await server.sign(), [other, server.key])).toMatchObject(claims);
});

const past = Math.floor(Date.now() / 1_000) - 60;
const forged = (token: string) => {
  const [head, , signature] = token.split('.');
  const body = btoa(JSON.stringify({ ...claims, consultId: 'another', exp: 9_999_999_999 })).replaceAll('=', '');
  return [head, body, signature].join('.');
};

it.each<[string, () => Promise<string>]>([
  ['that is none', () => Promise.resolve('token')],
  ['of another key', () => stranger.sign()],
  ['of a key that is not published', () => server.sign({}, { kid: 'two' })],
  ['without a kid', () => server.sign({}, { kid: undefined })],
  ['without an algorithm', () => server.sign({}, { alg: 'none' })],
  ['with a shared secret', () => server.sign({}, { alg: 'HS256' })],
  ['with another algorithm', () => server.sign({}, { alg: 'RS512' })],
  ['with critical extensions', () => server.sign({}, { crit: ['b64'] })],
  ['with changed claims', async () => forged(await server.sign())],
  ['without a signature', async () => `${(await server.sign()).split('.').slice(0, 2).join('.')}.`],
  ['with a fourth part', async () => `${await server.sign()}.x`],
  ['that has expired', () => server.sign({ exp: past })],
  ['without an end', () => server.sign({ exp: undefined })],
  ['without a meeting', () => server.sign({ externalMeetingId: undefined })],
])('[UNATT-04] [UNATT-03] [UNATT-07] a token %s is invalid', async (_which, make) => {
  expect(await verified(await make())).toBeNull();
});

it('[UNATT-04] a key for another algorithm verifies nothing', async () => {
  const token = await server.sign();
  for (const change of [{ alg: 'RS512' }, { kty: 'oct' }, { n: '!' }])
    expect(await verified(token, [{ ...server.key, ...change }])).toBeNull();
});
