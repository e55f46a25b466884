import { User } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { session } from '@/session/session';

/** Signs someone in without a provider. */
export function signInForTest(subject = 'nurse') {
  session.set(
    new User({
      access_token: `token of ${subject}`,
      token_type: 'Bearer',
      profile: { sub: subject, iss: 'http://identity.test', aud: 'wardline-web', exp: 0, iat: 0 },
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    }),
  );
  setAccess({
    token: () => session.get()?.access_token ?? null,
    freshToken: () => Promise.resolve(session.get()?.access_token ?? null),
    renew: () => Promise.resolve(false),
  });
}
