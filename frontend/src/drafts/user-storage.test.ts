import { expect, it } from 'vitest';

import { userStorage } from './user-storage';

const kept = () => userStorage.read('draft');

it('[WIZ-43] keeps what a person typed until somebody else signs in', () => {
  sessionStorage.setItem('oidc.user', 'the library’s own');
  userStorage.belongTo('nurse');
  userStorage.write('draft', 'a patient');
  userStorage.belongTo('nurse');
  expect(kept()).toBe('a patient');
  userStorage.belongTo('psych');
  expect(kept()).toBeNull();
  expect(sessionStorage.getItem('oidc.user')).toBe('the library’s own');
});

it('[WIZ-43] forgets it at sign-out, whoever comes next', () => {
  userStorage.belongTo('nurse');
  userStorage.write('draft', 'a patient');
  userStorage.clear();
  expect(Object.keys(sessionStorage)).toEqual([]);
});
