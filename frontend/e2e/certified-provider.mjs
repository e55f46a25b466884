/**
 * The certified OpenID provider from npm for the sign-in tests, with its own login, consent and logout pages.
 * It accepts any name, so that Wardline decides who has an account.
 *
 * usage: node certified-provider.mjs ORIGIN_OF_WARDLINE
 * It prints its issuer on one line, and exits with the process that started it.
 */
import { createServer } from 'node:http';

import Provider from 'oidc-provider';

const [, , application] = process.argv;
const AUDIENCE = 'wardline-api';

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'wardline-web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${application}/oauth2/callback`, `${application}/silent-renew.html`],
      post_logout_redirect_uris: [`${application}/login`],
      backchannel_logout_uri: `${application}/api/backchannel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  // A public client in a browser: its origin may call the token endpoint, but only with PKCE.
  clientBasedCORS: (_context, origin) => origin === application,
  pkce: { required: () => true },
  // Name and email address are in the ID token, because the client does not call the userinfo endpoint.
  conformIdTokenClaims: false,
  claims: { profile: ['name', 'preferred_username'], email: ['email'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: id, preferred_username: id, email: `${id}@demonstration.invalid` }),
  }),
  extraTokenClaims: (_context, { sid }) => ({ sid }),
  // The application is on the loopback interface, which the provider's own dispatcher refuses to call.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
  features: {
    backchannelLogout: { enabled: true },
    // The client names no resource; its access tokens are for our API and carry everything that the server checks.
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `urn:${AUDIENCE}`,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope: '', audience: AUDIENCE, accessTokenFormat: 'jwt' }),
    },
  },
});

server.on('request', provider.callback());
process.stdin.on('end', () => process.exit()).resume();
process.stdout.write(`${issuer}\n`);
