import type { APIRequestContext, Page } from '@playwright/test';
import { InMemoryWebStorage, OidcClient, User, WebStorageStateStore } from 'oidc-client-ts';

interface Config {
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly providerName: string };
}

/**
 * Signs a demonstration account in without showing its screens, which takes a third of the time: the provider is asked
 * as the application would ask it, so that it knows the browser afterwards, and the tab keeps what it would have kept.
 */
export async function bringSession(page: Page, username: string): Promise<void> {
  // A page of ours without code of ours, as only a page of the same origin may write down what the tab keeps.
  const config = (await (await page.goto('/config.json'))?.json()) as Config;
  const user = await userOf(page.context().request, config, new URL(page.url()).origin, username);
  const { issuer, clientId, providerName } = config.oidc;
  const kept = { [`oidc.user:${issuer}:${clientId}`]: user.toStorageString(), 'wardline.provider': providerName };
  await page.evaluate(
    ([inTab, subject]) => {
      for (const [key, text] of Object.entries(inTab)) sessionStorage.setItem(key, text);
      sessionStorage.setItem('wardline.personal-of', subject);
      localStorage.setItem(`wardline.active.${subject}`, String(Date.now()));
    },
    [kept, user.profile.sub] as const,
  );
}

/** What the provider says about who chose this account; its cookie is the browser's then. */
async function userOf(request: APIRequestContext, { oidc }: Config, origin: string, account: string): Promise<User> {
  const client = new OidcClient({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: `${origin}/oauth2/callback`,
    scope: 'openid profile email',
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const asked = new URL((await client.createSigninRequest({})).url);
  const form = { ...Object.fromEntries(asked.searchParams), account };
  const chosen = await request.post(`${asked.origin}${asked.pathname}`, { form, maxRedirects: 0 });
  return new User(await client.processSigninResponse(chosen.headers().location ?? ''));
}

/** What a demonstration account sends with its calls, for what a journey needs done before it begins. */
export async function headersOf(request: APIRequestContext, account: string): Promise<{ Authorization: string }> {
  const answer = await request.get('/config.json');
  const user = await userOf(request, (await answer.json()) as Config, new URL(answer.url()).origin, account);
  return { Authorization: `Bearer ${user.access_token}` };
}
