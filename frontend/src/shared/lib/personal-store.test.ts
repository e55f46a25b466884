import { beforeEach, expect, it, vi } from 'vitest';

import { personalStorage } from './personal-storage';
import { PersonalStore } from './personal-store';

const make = (version = 1) =>
  new PersonalStore<{ size: number; secret: string }>({
    key: 'sizes',
    version,
    initial: { size: 0, secret: '' },
    parse: (found) =>
      typeof found === 'object' && found !== null && 'size' in found && typeof found.size === 'number'
        ? { size: found.size, secret: '' }
        : null,
    keep: ({ size }) => ({ size }),
  });

beforeEach(() => personalStorage.clear());

it('stands after a reload for the same person, but for what is not kept', () => {
  const store = make();
  const changed = vi.fn();
  store.subscribe(changed);
  store.write(7, { size: 3, secret: 'Marsh' });
  expect(changed).toHaveBeenCalledOnce();
  expect(store.read(7)).toEqual({ size: 3, secret: 'Marsh' });
  expect(Object.values(sessionStorage).join()).not.toContain('Marsh');
  expect(make().read(7)).toEqual({ size: 3, secret: '' });
});

it('keeps nothing of what stands at first anyway', () => {
  const store = make();
  const initial = store.read(7);
  store.write(7, { size: 3, secret: '' });
  store.write(7, initial);
  expect(personalStorage.read('sizes')).toBeNull();
});

it.each([
  ['of somebody else', JSON.stringify({ version: 1, userId: 8, value: { size: 3 } })],
  ['of another version', JSON.stringify({ version: 2, userId: 7, value: { size: 3 } })],
  ['of another shape', JSON.stringify({ version: 1, userId: 7, value: { size: 'large' } })],
  ['that is no JSON', '{"version":1,'],
  ['that is nothing', 'null'],
])('quietly drops what is kept %s', (_case, kept) => {
  personalStorage.write('sizes', kept);
  expect(make().read(7)).toEqual({ size: 0, secret: '' });
  expect(personalStorage.read('sizes')).toBeNull();
});
