import { afterEach, expect, it } from 'vitest';

import { type Access, access, setAccess } from './access';

afterEach(() => setAccess(null));

it('has no user before and after a session', async () => {
  const signedOut = [null, null, 'refused'];
  const results = async () => [access().token(), await access().freshToken(), await access().renew()];
  expect(await results()).toEqual(signedOut);
  const signedIn: Access = {
    token: () => 'token',
    freshToken: () => Promise.resolve('fresh'),
    renew: () => Promise.resolve('renewed'),
    acceptSessionEnd: () => undefined,
  };
  setAccess(signedIn);
  expect(await results()).toEqual(['token', 'fresh', 'renewed']);
  setAccess(null);
  expect(await results()).toEqual(signedOut);
});
