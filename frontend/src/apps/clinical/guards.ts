import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { abilityOf, type Me, meQuery } from '@/session/me';
import { keptUntil, openSafe } from '@/session/safekeeping';
import { session } from '@/session/state';

/** Pages that show nothing of a patient. */
export const OPEN_TO_ALL: readonly string[] = ['/login', '/invite', '/oauth2/callback', '/error', '/help'];

/** What every route gets from the router. */
export interface RouterContext {
  queryClient: QueryClient;
}

interface GuardArguments {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href'>;
}

/** Lets signed-in users in; others sign in first and come back to the same path. */
export async function requireSignIn({ context, location }: GuardArguments): Promise<Me> {
  const user = session.get();
  if (user === null) throw redirect({ to: '/login', search: { redirect: location.href } });
  // What was typed before a sign-out is offered to forms as they appear.
  const { sub } = user.profile;
  if (sub in keptUntil.get()) await openSafe(sub);
  return context.queryClient.query({ ...meQuery, staleTime: 'static' });
}

/**
 * Lets users in who may do this. Others go to the fallback, or without one to the error page that names the path; signed-out users sign
 * in first.
 */
export function requireCan(action: string, subject: string, fallback?: '/') {
  return async (route: GuardArguments): Promise<void> => {
    const me = await requireSignIn(route);
    if (abilityOf(me).can(action, subject)) return;
    if (fallback !== undefined) throw redirect({ to: fallback });
    const path = route.location.href.split('?')[0] ?? '';
    throw redirect({ to: '/error', state: { errorMessage: `You are not authorized to enter "${path}" route` } });
  };
}

/** Where `/` leads: to the list that the user may see. */
export async function requireStart(route: GuardArguments): Promise<never> {
  const ability = abilityOf(await requireSignIn(route));
  if (ability.can('List', 'Transfer')) throw redirect({ to: '/transfer' });
  if (ability.can('List', 'Consult')) throw redirect({ to: '/consult' });
  throw redirect({ to: '/error', state: { errorMessage: 'You are not authorized to use this application.' } });
}
