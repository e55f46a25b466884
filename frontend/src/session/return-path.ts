import { routes } from '@/shared/lib/routes';

const NEVER_RETURN_TO: readonly string[] = [routes.login, '/invite', '/oauth2/callback', routes.Error];

/** The path to return to after sign-in: only a path of this application, never of another site; `/` for anything else. */
export function safeReturnPath(path: unknown, origin = window.location.origin): string {
  // A second slash or a backslash would make the rest a host name.
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || hasControlCharacter(path)) return '/';
  const url = new URL(path, origin);
  if (url.origin !== origin || NEVER_RETURN_TO.includes(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Browsers remove tabs and line breaks from URLs, which would turn `/\t/evil` into `//evil`. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character.charCodeAt(0) < 0x20);
}

/** The return path in the state that the provider passed back. */
export function returnPathIn(state: unknown): string {
  return safeReturnPath(typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : '/');
}
