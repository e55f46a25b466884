import { afterEach, expect, it } from 'vitest';

import { type Access, access, setAccess } from './access';

afterEach(() => setAccess(null));

it('has no user before and after a session', async () => {
  const nobody = [null, null, 'refused'];
  const found = async () => [access().token(), await access().freshToken(), await access().renew()];
  expect(await found()).toEqual(nobody);
  const somebody: Access = {
    token: () => 'token',
    freshToken: () => Promise.resolve('fresh'),
    renew: () => Promise.resolve('renewed'),
    ended: () => undefined,
  };
  setAccess(somebody);
  expect(await found()).toEqual(['token', 'fresh', 'renewed']);
  setAccess(null);
  expect(await found()).toEqual(nobody);
});
