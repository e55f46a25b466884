import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import {
  addRole,
  getRole,
  getRoleEffect,
  listConcernedPeople,
  listRoles,
  listRoleVersions,
  replaceRole,
  restoreRoleVersion,
  saveRoleDraft,
} from '@/api/generated/sdk/administration.gen';
import type { NewRole, ProposedRole, RoleChange, RoleDetails, RoleDraft } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing, useFetchAgain } from '@/versions/queries';

const KEY = 'roles';

/** Before everybody. */
const START = 0;

/** All roles with what they allow, and how many people have them. A failure is shown in their place. */
export const rolesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => listRoles({ signal, meta: { quiet: true } }),
  staleTime: 0,
  meta: { staleOn: ['me'] },
});

export function roleQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'role', id],
    queryFn: ({ signal }) => getRole({ path: { role_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'versions', id],
    queryFn: ({ signal }) => listRoleVersions({ path: { role_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

/** What a change would do. While another one is counted, the last counts stay. */
export function effectQuery(id: number, body: ProposedRole) {
  return queryOptions({
    queryKey: [KEY, 'effect', id, body],
    queryFn: ({ signal }) => getRoleEffect({ path: { role_id: id }, body, signal, meta: { quiet: true } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export interface ConcernedQuery {
  readonly roleId: number;
  readonly action: string;
  readonly subject: string;
}

/** Who gains or loses a permission with a role, page by page. */
export function concernedQuery({ roleId, action, subject }: ConcernedQuery) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'people', roleId, action, subject],
    queryFn: ({ pageParam, signal }) =>
      listConcernedPeople({
        path: { role_id: roleId },
        query: { action, subject, ...(pageParam !== START && { after: pageParam }) },
        signal,
        meta: { quiet: true },
      }),
    initialPageParam: START,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

export interface RoleToSave {
  readonly id: number;
  /** The version that the administrator has seen. */
  readonly version: string;
  readonly body: RoleChange;
}

/** The caller shows the failure. */
export function useSaveRole() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, body }: RoleToSave) =>
      replaceRole({ path: { role_id: id }, body, ...changing(version) }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useSaveRoleDraft() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, body }: Omit<RoleToSave, 'body'> & { readonly body: RoleDraft }) =>
      saveRoleDraft({ path: { role_id: id }, body, ...changing(version) }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useAddRole() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (body: NewRole) =>
      attempt(body, (idempotencyKey) => addRole({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
    onSuccess: afterChange,
  });
}

export interface VersionToRestore {
  readonly id: number;
  /** The version that the administrator has seen as the current one. */
  readonly version: string;
  readonly number: number;
  /** The consequences that the administrator has been shown. */
  readonly confirmed: string[];
}

/** The caller shows the failure. */
export function useRestoreRole() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (restored: VersionToRestore) =>
      attempt(restored, (idempotencyKey) =>
        restoreRoleVersion({
          path: { role_id: restored.id, version: restored.number },
          body: { confirmed: restored.confirmed },
          headers: { 'If-Match': restored.version },
          meta: { quiet: REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: afterChange,
  });
}

/** What people can be given, where they are changed. */
const PEOPLE_CHOICES = ['admin-people', 'choices'];

/** Puts the changed role in place of the earlier one; the matrix and the history are fetched again. */
function useAfterChange() {
  const queryClient = useQueryClient();
  return (role: RoleDetails) => {
    applyResponse(queryClient, roleQuery(role.id).queryKey, () => role);
    void queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey, exact: true });
    void queryClient.invalidateQueries({ queryKey: versionsQuery(role.id).queryKey });
    void queryClient.invalidateQueries({ queryKey: [KEY, 'effect', role.id] });
    void queryClient.invalidateQueries({ queryKey: PEOPLE_CHOICES });
  };
}

/** Fetches the role, its draft, its history and what a change would do again. */
export function useFetchRoleAgain(id: number) {
  return useFetchAgain([roleQuery(id).queryKey, versionsQuery(id).queryKey, [KEY, 'effect', id]]);
}
