import { expect, it } from 'vitest';

import { userStorage } from './user-storage';

const storedDraft = () => userStorage.read('draft');

it('[WIZ-43] keeps what a user typed until another user signs in', () => {
  sessionStorage.setItem('oidc.user', 'the library’s own');
  userStorage.belongTo('nurse');
  userStorage.write('draft', 'a patient');
  userStorage.belongTo('nurse');
  expect(storedDraft()).toBe('a patient');
  userStorage.belongTo('psych');
  expect(storedDraft()).toBeNull();
  expect(sessionStorage.getItem('oidc.user')).toBe('the library’s own');
});

it('[WIZ-43] removes it at sign-out', () => {
  userStorage.belongTo('nurse');
  userStorage.write('draft', 'a patient');
  userStorage.clear();
  expect(Object.keys(sessionStorage)).toEqual([]);
});
