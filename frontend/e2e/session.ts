import type { APIRequestContext, Page } from '@playwright/test';
import { InMemoryWebStorage, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts';

interface Config {
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly providerName: string };
}

/**
 * Signs a demonstration account in without showing its screens, which takes a third of the time: sends the same request
 * to the provider as the application, so that the browser gets the cookie, and stores the same data in the tab.
 */
export async function storeSession(page: Page, username: string): Promise<void> {
  // A page of our origin without our code, because only a page of the same origin can write to the tab's storage.
  const config = (await (await page.goto('/config.json'))?.json()) as Config;
  const user = await userOf(page.context().request, config, new URL(page.url()).origin, username);
  const { issuer, clientId, providerName } = config.oidc;
  const stored = { [`oidc.user:${issuer}:${clientId}`]: user.toStorageString(), 'wardline.provider': providerName };
  await page.evaluate(
    ([entries, subject]) => {
      for (const [key, text] of Object.entries(entries)) sessionStorage.setItem(key, text);
      sessionStorage.setItem('wardline.personal-of', subject);
      localStorage.setItem(`wardline.active.${subject}`, String(Date.now()));
      // Calls are joined without the check that comes once a shift.
      localStorage.setItem('wardline.call-checked', String(Date.now()));
    },
    [stored, user.profile.sub] as const,
  );
}

/** The provider's user for this account; the browser then has its cookie. */
async function userOf(request: APIRequestContext, { oidc }: Config, origin: string, account: string): Promise<User> {
  const client = new OidcClient({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: `${origin}/oauth2/callback`,
    scope: 'openid profile email',
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const authorizeUrl = new URL((await client.createSigninRequest({})).url);
  const form = { ...Object.fromEntries(authorizeUrl.searchParams), account };
  const chosen = await request.post(`${authorizeUrl.origin}${authorizeUrl.pathname}`, { form, maxRedirects: 0 });
  return new User(await client.processSigninResponse(chosen.headers().location ?? ''));
}

/** The headers of a demonstration account's requests, for what a test needs before it starts. */
export async function headersOf(request: APIRequestContext, account: string): Promise<{ Authorization: string }> {
  const response = await request.get('/config.json');
  const user = await userOf(request, (await response.json()) as Config, new URL(response.url()).origin, account);
  return { Authorization: `Bearer ${user.access_token}` };
}
