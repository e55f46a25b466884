import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { abilityOf, type Me, meQuery } from './me';
import { draftExpiries, openDrafts } from '@/drafts/draft-storage';
import { session } from './state';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { routes } from '@/shared/lib/routes';

/** Pages that show nothing of a patient. */
export const OPEN_TO_ALL: readonly string[] = [routes.login, '/invite', '/oauth2/callback', routes.Error, routes.Help];

/** What every route gets from the router. */
export interface RouterContext {
  queryClient: QueryClient;
}

interface GuardArguments {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
}

/** Lets signed-in users in; others sign in first and come back to the same path. */
export async function requireSignIn({ context, location }: GuardArguments): Promise<Me> {
  const user = session.getState();
  if (user === null) throw redirect({ to: routes.login, search: { redirect: location.href } });
  // What was typed before a sign-out is offered to forms as they appear.
  const { sub } = user.profile;
  if (sub in draftExpiries.getState() || encryptedStorage.isLocked) await openDrafts(sub);
  else if (encryptedStorage.hasUnstored) void openDrafts(sub);
  return context.queryClient.query({ ...meQuery, staleTime: 'static' });
}

/** What a route is about. */
export interface GuardedResource {
  readonly resource: string;
  /** What the user must be allowed to do with it; View when left out. */
  readonly action?: string;
  /** Where everybody else goes; to the error page when left out. */
  readonly fallback?: '/';
}

/** Lets users in who may perform the route's action on its resource; signed-out users sign in first. */
export function requireResource({ resource, action = 'View', fallback }: GuardedResource) {
  return async (route: GuardArguments): Promise<void> => {
    const me = await requireSignIn(route);
    if (abilityOf(me).can(action, resource)) return;
    if (fallback !== undefined) throw redirect({ to: fallback });
    throw refusal(`You are not authorized to enter "${route.location.pathname}" route`);
  };
}

function refusal(errorMessage: string) {
  return redirect({ to: routes.Error, state: { errorMessage } });
}

/** Where `/` leads: to the list that the user may see. */
export async function requireStart(route: GuardArguments): Promise<never> {
  const ability = abilityOf(await requireSignIn(route));
  if (ability.can('List', 'Transfer')) throw redirect({ to: '/transfer' });
  if (ability.can('List', 'Consult')) throw redirect({ to: '/consult' });
  throw refusal('You are not authorized to use this application.');
}
