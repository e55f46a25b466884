import { queryOptions } from '@tanstack/react-query';

import { listRoles } from '@/api/generated/sdk/administration.gen';

/** All roles with what they allow, and how many people have them. A failure is shown in their place. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => listRoles({ signal, meta: { quiet: true } }),
  staleTime: 0,
  meta: { staleOn: ['me'] },
});
