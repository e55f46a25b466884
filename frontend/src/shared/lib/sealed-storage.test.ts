import { beforeEach, expect, it } from 'vitest';

import { personalStorage } from './personal-storage';
import { type Seal, sealedStorage } from './sealed-storage';

/** Stands for a key; what it has closed is closed to others. */
const sealOf = (owner: string): Seal => ({
  close: (name, text) => Promise.resolve(JSON.stringify([owner, name, btoa(text)])),
  open: (name, sealed) => {
    const [whose, what, text] = JSON.parse(sealed) as string[];
    return Promise.resolve(whose === owner && what === name ? atob(text ?? '') : null);
  },
});

const loadAnew = (owner = 'nurse') => {
  sealedStorage.close();
  return sealedStorage.openWith(sealOf(owner));
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

const stored = () => JSON.stringify(sessionStorage);

beforeEach(() => {
  sealedStorage.close();
  personalStorage.clear();
});

it('[WIZ-40] is there again after a reload, and stored sealed only', async () => {
  await loadAnew();
  sealedStorage.write('patient', 'Wren');
  expect(sealedStorage.read('patient')).toBe('Wren');
  await settled();
  expect(stored()).toContain('sealed.patient');
  expect(stored()).not.toContain('Wren');
  sealedStorage.close();
  expect([sealedStorage.read('patient'), sealedStorage.isClosed]).toEqual([null, true]);
  await loadAnew();
  expect([sealedStorage.read('patient'), sealedStorage.isClosed]).toEqual(['Wren', false]);
});

it('[WIZ-40] stays closed when it is closed while it is being opened', async () => {
  await loadAnew();
  sealedStorage.write('patient', 'Wren');
  await settled();
  const opening = loadAnew();
  sealedStorage.close();
  await opening;
  expect([sealedStorage.read('patient'), sealedStorage.isClosed]).toEqual([null, true]);
});

it('stores nothing before there is a seal, and then what was written meanwhile', async () => {
  await loadAnew();
  sealedStorage.write('patient', 'Wren');
  await settled();
  sealedStorage.close();
  sealedStorage.write('patient', 'Lark');
  sealedStorage.write('call', 'Lark too');
  expect(sealedStorage.isWaiting).toBe(true);
  expect(personalStorage.keys('sealed.')).toEqual(['sealed.patient']);
  await sealedStorage.openWith(sealOf('nurse'));
  expect([sealedStorage.read('patient'), sealedStorage.isWaiting]).toEqual(['Lark', false]);
  await loadAnew();
  expect([sealedStorage.read('patient'), sealedStorage.read('call')]).toEqual(['Lark', 'Lark too']);
});

it('[WIZ-43] writes nothing down any longer once it is closed, removed, or something newer', async () => {
  await loadAnew();
  for (const text of ['Wren', 'Lark']) sealedStorage.write('patient', text);
  sealedStorage.write('call', 'Wren');
  sealedStorage.remove('call');
  await settled();
  expect(personalStorage.keys('sealed.')).toEqual(['sealed.patient']);
  sealedStorage.write('patient', 'Finch');
  sealedStorage.close();
  await settled();
  await loadAnew();
  expect(sealedStorage.read('patient')).toBe('Lark');
});

it('[WIZ-43] drops what another person sealed, and what is under another name than it was', async () => {
  await loadAnew();
  sealedStorage.write('patient', 'Wren');
  await settled();
  personalStorage.write('sealed.call', personalStorage.read('sealed.patient') ?? '');
  await loadAnew();
  expect([sealedStorage.read('patient'), sealedStorage.read('call')]).toEqual(['Wren', null]);
  await loadAnew('psych');
  expect([sealedStorage.read('patient'), personalStorage.keys('sealed.')]).toEqual([null, []]);
});
