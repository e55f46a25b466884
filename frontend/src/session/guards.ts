import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { abilityOf, type Me, meQuery, type Permitted } from './me';
import { draftExpiries, openDrafts } from '@/drafts/draft-storage';
import { session } from './state';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { routes } from '@/shared/lib/routes';

import { hasUnattendedValues } from './unattended';

/** Pages without patient data. */
export const PUBLIC_PATHS: readonly string[] = [routes.login, '/invite', '/oauth2/callback', routes.Error, routes.Help];

/** The router context that every route receives. */
export interface RouterContext {
  queryClient: QueryClient;
}

/** Returns a device in unattended patient mode to its call, whatever else is opened. */
export function stayInCall({ location: { pathname } }: Pick<GuardArguments, 'location'>): void {
  if (session.getState() !== null || !hasUnattendedValues()) return;
  if (!/^\/standalone(-meeting$|\/)/.test(pathname)) throw redirect({ to: routes.standalone });
}

interface GuardArguments {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
}

/** Admits signed-in users; others sign in first and return to the same path. */
export async function requireSignIn({ context, location }: GuardArguments): Promise<Me> {
  const user = session.getState();
  if (user === null) throw redirect({ to: routes.login, search: { redirect: location.href } });
  const { sub } = user.profile;
  // Forms restore drafts from before a sign-out when they mount.
  const mustOpen = sub in draftExpiries.getState() || encryptedStorage.isLocked;
  const drafts = mustOpen || encryptedStorage.hasUnstored ? openDrafts(sub) : null;
  const me = await context.queryClient.query({ ...meQuery, staleTime: 'static' });
  if (mustOpen) await drafts;
  return me;
}

/** The resource of the route. */
export interface GuardedResource {
  readonly resource: string;
  /** The action that the user must be allowed to perform on it; View by default. */
  readonly action?: string;
  /** Where other users are redirected; the error page by default. */
  readonly fallback?: '/';
}

/** Whether the user may perform the action of one of these on its resource. */
export function mayEnter(me: Permitted, resources: readonly GuardedResource[]): boolean {
  return resources.some(({ resource, action = 'View' }) => abilityOf(me).can(action, resource));
}

/** Admits users who may perform the route's action on its resource, or one of several; signed-out users sign in first. */
export function requireResource(...resources: readonly [GuardedResource, ...GuardedResource[]]) {
  const guard = async (route: GuardArguments): Promise<void> => {
    const me = await requireSignIn(route);
    if (mayEnter(me, resources)) return;
    const [{ fallback }] = resources;
    if (fallback !== undefined) throw redirect({ to: fallback });
    throw toErrorPage(`You are not authorized to enter "${route.location.pathname}" route`);
  };
  guarded.set(guard, resources);
  return guard;
}

const guarded = new WeakMap<object, readonly GuardedResource[]>();

/** Whether the guard of a route, if it is one of `requireResource`, would admit somebody. */
export function admits(guard: unknown, who: Permitted): boolean {
  const resources = typeof guard === 'function' ? guarded.get(guard) : undefined;
  return resources === undefined || mayEnter(who, resources);
}

function toErrorPage(errorMessage: string) {
  return redirect({ to: routes.Error, state: { errorMessage } });
}

/** The target of `/`: the list that the user may see. */
export async function redirectToStartPage(route: GuardArguments): Promise<never> {
  const ability = abilityOf(await requireSignIn(route));
  if (ability.can('List', 'Transfer')) throw redirect({ to: '/transfer' });
  if (ability.can('List', 'Consult')) throw redirect({ to: '/consult' });
  throw toErrorPage('You are not authorized to use this application.');
}
