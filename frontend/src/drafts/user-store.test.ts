import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { userStorage } from './user-storage';
import { createUserStore } from './user-store';

const make = (version = 1) =>
  createUserStore<{ size: number; secret: string }>({
    key: 'sizes',
    version,
    initial: { size: 0, secret: '' },
    schema: z.object({ size: z.number(), secret: z.string() }),
    partialize: ({ size }) => ({ size, secret: '' }),
  });

beforeEach(() => userStorage.clear());

it('survives a reload for the same user, except for what is not stored', () => {
  const store = make();
  const changed = vi.fn();
  store.subscribe(changed);
  store.write(7, { size: 3, secret: 'Marsh' });
  expect(changed).toHaveBeenCalledOnce();
  expect(store.read(7)).toEqual({ size: 3, secret: 'Marsh' });
  expect(Object.values(sessionStorage).join()).not.toContain('Marsh');
  expect(make().read(7)).toEqual({ size: 3, secret: '' });
});

it('stores nothing for the initial value', () => {
  const store = make();
  const initial = store.read(7);
  store.write(7, { size: 3, secret: '' });
  store.write(7, initial);
  expect(userStorage.read('sizes')).toBeNull();
});

it.each([
  ['of another user', JSON.stringify({ version: 1, userId: 8, value: { size: 3, secret: '' } })],
  ['of another version', JSON.stringify({ version: 2, userId: 7, value: { size: 3, secret: '' } })],
  ['of another shape', JSON.stringify({ version: 1, userId: 7, value: { size: 'large' } })],
  ['that is not JSON', '{"version":1,'],
  ['that is null', 'null'],
])('silently drops a stored value %s', (_case, stored) => {
  userStorage.write('sizes', stored);
  expect(make().read(7)).toEqual({ size: 0, secret: '' });
  expect(userStorage.read('sizes')).toBeNull();
});

it('[WIZ-43] drops the value of a user when another one signs in', () => {
  userStorage.belongTo('nurse');
  const store = make();
  store.write(7, { size: 3, secret: 'Marsh' });
  userStorage.belongTo('psych');
  expect([store.read(7), store.read(8)]).toEqual([
    { size: 0, secret: '' },
    { size: 0, secret: '' },
  ]);
});
