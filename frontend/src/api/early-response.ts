import type { Clocks } from '@/shared/lib/server-clock';

/** A request that the page sent before the application was loaded (`public/early.js`), with the token of this tab's user. */
interface EarlyResponse {
  readonly path: string;
  readonly token: string;
  readonly sent: Clocks;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    earlyResponse?: EarlyResponse;
  }
}

/** The response to this request, if the page has sent the same one already; it is used only once. */
export function takeEarlyResponse({ method, url, headers }: Request): EarlyResponse | null {
  const early = window.earlyResponse;
  if (early === undefined || method !== 'GET' || url !== new URL(early.path, window.location.origin).href) return null;
  delete window.earlyResponse;
  return headers.get('Authorization') === `Bearer ${early.token}` ? early : null;
}
