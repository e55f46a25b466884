import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { getMe } from '@/api/generated/sdk/people.gen';
import type { MeRead } from '@/api/generated/types.gen';

export type Me = MeRead;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getMe({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { staleOn: ['me'] },
});

/** A wildcard that no permission contains, because actions and subjects are words. */
const UNUSED_WILDCARD = '*';

/** Whoever has permissions. */
export type Permitted = Pick<Me, 'rbacPermissions'>;

const abilities = new WeakMap<Permitted, MongoAbility>();

/** The abilities from the server's permission pairs, built once per response. */
export function abilityOf(me: Permitted): MongoAbility {
  const cached = abilities.get(me);
  if (cached !== undefined) return cached;
  // The library's wildcards for actions and subjects have no special meaning here, as on the server.
  const ability = createMongoAbility(me.rbacPermissions, {
    anyAction: UNUSED_WILDCARD,
    anySubjectType: UNUSED_WILDCARD,
  });
  abilities.set(me, ability);
  return ability;
}

/** The user's role: virtual providers give consults, bedside staff request them; null for everyone else. */
export function actionLabel(me: Me): 'Give Consult' | 'Ask Consult' | null {
  const ability = abilityOf(me);
  if (ability.can('Give', 'Consult')) return 'Give Consult';
  return ability.can('Ask', 'Consult') ? 'Ask Consult' : null;
}

/** The signed-in user, already loaded in routes below the sign-in guard. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether the user has the permission. For menus and routes only: a consult carries its own allowed actions. */
export function useCan(action: string, subject: string): boolean {
  return abilityOf(useMe()).can(action, subject);
}

/** True while the user is on call for any line. */
export function useIsCheckedIn(): boolean {
  return useMe().checkedInLineIds.length > 0;
}
