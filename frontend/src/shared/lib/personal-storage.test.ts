import { expect, it } from 'vitest';

import { personalStorage } from './personal-storage';

const kept = () => personalStorage.read('draft');

it('[WIZ-43] keeps what a person typed until somebody else signs in', () => {
  sessionStorage.setItem('oidc.user', 'the library’s own');
  personalStorage.belongTo('nurse');
  personalStorage.write('draft', 'a patient');
  personalStorage.belongTo('nurse');
  expect(kept()).toBe('a patient');
  personalStorage.belongTo('psych');
  expect(kept()).toBeNull();
  expect(sessionStorage.getItem('oidc.user')).toBe('the library’s own');
});

it('[WIZ-43] forgets it at sign-out, whoever comes next', () => {
  personalStorage.belongTo('nurse');
  personalStorage.write('draft', 'a patient');
  personalStorage.clear();
  expect(Object.keys(sessionStorage)).toEqual([]);
});
