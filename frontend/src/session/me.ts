import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { getMe } from '@/api/generated/sdk.gen';
import type { MeRead } from '@/api/generated/types.gen';

export type Me = MeRead;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getMe({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { staleOn: ['me'] },
});

/** No pair holds it: actions and subjects are words. */
const NO_WORD = '*';

const abilities = new WeakMap<Me, MongoAbility>();

/** What the server's permission pairs allow; built once for each answer. */
export function abilityOf(me: Me): MongoAbility {
  const known = abilities.get(me);
  if (known !== undefined) return known;
  // The library's words for every action and every subject are pairs like others here, as they are on the server.
  const ability = createMongoAbility(me.rbacPermissions, { anyAction: NO_WORD, anySubjectType: NO_WORD });
  abilities.set(me, ability);
  return ability;
}

/** What the user is here for: virtual providers give consults, bedside staff ask for them; null for everybody else. */
export function actionLabel(me: Me): 'Give Consult' | 'Ask Consult' | null {
  const ability = abilityOf(me);
  if (ability.can('Give', 'Consult')) return 'Give Consult';
  return ability.can('Ask', 'Consult') ? 'Ask Consult' : null;
}

/** The signed-in user; routes below the sign-in guard have it already. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** True when the user's permissions hold the pair; for menus and routes only, a consult's actions come with the consult. */
export function useCan(action: string, subject: string): boolean {
  return abilityOf(useMe()).can(action, subject);
}

/** True while the user is on call for some line. */
export function useIsCheckedIn(): boolean {
  return useMe().checkedInLineIds.length > 0;
}
