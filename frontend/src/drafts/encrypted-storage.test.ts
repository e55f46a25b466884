import { beforeEach, expect, it } from 'vitest';

import { userStorage } from './user-storage';
import { type Cipher, encryptedStorage } from './encrypted-storage';

/** A fake user key; no other user can read what it encrypts. */
const cipherOf = (owner: string): Cipher => ({
  encrypt: (name, text) => Promise.resolve(JSON.stringify([owner, name, btoa(text)])),
  decrypt: (name, encrypted) => {
    const [storedOwner, storedName, text] = JSON.parse(encrypted) as string[];
    return Promise.resolve(storedOwner === owner && storedName === name ? atob(text ?? '') : null);
  },
});

const reload = (owner = 'nurse') => {
  encryptedStorage.lock();
  return encryptedStorage.unlock(cipherOf(owner));
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

const stored = () => JSON.stringify(sessionStorage);

beforeEach(() => {
  encryptedStorage.lock();
  userStorage.clear();
});

it('[WIZ-40] survives a reload, and is stored encrypted only', async () => {
  await reload();
  encryptedStorage.write('patient', 'Wren');
  expect(encryptedStorage.read('patient')).toBe('Wren');
  await settled();
  expect(stored()).toContain('sealed.patient');
  expect(stored()).not.toContain('Wren');
  encryptedStorage.lock();
  expect([encryptedStorage.read('patient'), encryptedStorage.isLocked]).toEqual([null, true]);
  await reload();
  expect([encryptedStorage.read('patient'), encryptedStorage.isLocked]).toEqual(['Wren', false]);
});

it('[WIZ-40] stays locked when it is locked while being unlocked', async () => {
  await reload();
  encryptedStorage.write('patient', 'Wren');
  await settled();
  const opening = reload();
  encryptedStorage.lock();
  await opening;
  expect([encryptedStorage.read('patient'), encryptedStorage.isLocked]).toEqual([null, true]);
});

it('stores nothing until the key arrives, and then everything written before', async () => {
  await reload();
  encryptedStorage.write('patient', 'Wren');
  await settled();
  encryptedStorage.lock();
  encryptedStorage.write('patient', 'Lark');
  encryptedStorage.write('call', 'Lark too');
  expect(encryptedStorage.hasUnstored).toBe(true);
  expect(userStorage.keys('sealed.')).toEqual(['sealed.patient']);
  await encryptedStorage.unlock(cipherOf('nurse'));
  expect([encryptedStorage.read('patient'), encryptedStorage.hasUnstored]).toEqual(['Lark', false]);
  await reload();
  expect([encryptedStorage.read('patient'), encryptedStorage.read('call')]).toEqual(['Lark', 'Lark too']);
});

it('[WIZ-43] stores nothing that was locked, removed or overwritten in the meantime', async () => {
  await reload();
  for (const text of ['Wren', 'Lark']) encryptedStorage.write('patient', text);
  encryptedStorage.write('call', 'Wren');
  encryptedStorage.remove('call');
  await settled();
  expect(userStorage.keys('sealed.')).toEqual(['sealed.patient']);
  encryptedStorage.write('patient', 'Finch');
  encryptedStorage.lock();
  await settled();
  await reload();
  expect(encryptedStorage.read('patient')).toBe('Lark');
});

it('[WIZ-43] drops what another user encrypted, and what was moved to another name', async () => {
  await reload();
  encryptedStorage.write('patient', 'Wren');
  await settled();
  userStorage.write('sealed.call', userStorage.read('sealed.patient') ?? '');
  await reload();
  expect([encryptedStorage.read('patient'), encryptedStorage.read('call')]).toEqual(['Wren', null]);
  await reload('psych');
  expect([encryptedStorage.read('patient'), userStorage.keys('sealed.')]).toEqual([null, []]);
});
