import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import {
  addPerson,
  getInvitationLink,
  getPerson,
  invitePerson,
  listPeople,
  listPeopleChoices,
  listPersonVersions,
  replacePerson,
  restorePersonVersion,
  withdrawInvitation,
} from '@/api/generated/sdk/administration.gen';
import type { InvitationRead, ListPeopleData, NewPerson, PersonFields, PersonRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing, useFetchAgain } from '@/versions/queries';

const KEY = 'admin-people';

/** Names change rarely, and the list is long. */
const CHOICES_MS = 300_000;

/** Before everybody. */
const START = 0;

export type PeopleQuery = Pick<
  NonNullable<ListPeopleData['query']>,
  'text' | 'state' | 'invitation' | 'roleId' | 'organizationId'
>;

/** Everybody who matches, page by page. While the filter changes, what matched before stays. */
export function peopleQuery(filter: PeopleQuery) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      listPeople({
        query: { ...filter, ...(pageParam !== START && { after: pageParam }) },
        signal,
        meta: { quiet: true },
      }),
    initialPageParam: START,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What people can be given, with the names of it. */
export const choicesQuery = queryOptions({
  queryKey: [KEY, 'choices'],
  queryFn: ({ signal }) => listPeopleChoices({ signal, meta: { quiet: true } }),
  staleTime: CHOICES_MS,
});

export function personQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'person', id],
    queryFn: ({ signal }) => getPerson({ path: { user_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'versions', id],
    queryFn: ({ signal }) => listPersonVersions({ path: { user_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export interface PersonToSave {
  readonly id: number;
  /** The version that the administrator has seen. */
  readonly version: string;
  readonly body: PersonFields;
}

/** The caller shows the failure. */
export function useSavePerson() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, body }: PersonToSave) =>
      replacePerson({
        path: { user_id: id },
        body,
        ...changing(version),
      }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useAddPerson() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (body: NewPerson) =>
      attempt(body, (idempotencyKey) => addPerson({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
    onSuccess: afterChange,
  });
}

export interface VersionToRestore {
  readonly id: number;
  /** The version that the administrator has seen as the current one. */
  readonly version: string;
  readonly number: number;
  /** The codes of the consequences that the administrator accepts. */
  readonly confirmed: string[];
}

/** The caller shows the failure. */
export function useRestoreVersion() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (restored: VersionToRestore) =>
      attempt(restored, (idempotencyKey) =>
        restorePersonVersion({
          path: { user_id: restored.id, version: restored.number },
          body: { confirmed: restored.confirmed },
          headers: { 'If-Match': restored.version },
          meta: { quiet: REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: afterChange,
  });
}

/** Puts the changed person in place of the earlier one; lists and history are fetched again. */
function useAfterChange() {
  const queryClient = useQueryClient();
  return (person: PersonRead) => {
    applyResponse(queryClient, personQuery(person.id).queryKey, () => person);
    void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] });
    void queryClient.invalidateQueries({ queryKey: versionsQuery(person.id).queryKey });
  };
}

export interface Invited {
  readonly id: number;
  /** Null if the administrator passes the link on. */
  readonly email: string | null;
}

/** The caller shows the failure. */
export function useInvite() {
  const attempt = useAttempt({ independent: true });
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, email }: Invited) =>
      attempt({ id, email }, (idempotencyKey) =>
        invitePerson({ path: { user_id: id }, body: { email }, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onSuccess: (invitation, { id }) => applyInvitation(queryClient, id, invitation),
  });
}

/** The caller shows the failure. */
export function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => withdrawInvitation({ path: { user_id: id }, meta: { quiet: REFUSALS } }),
    onSuccess: (invitation, id) => applyInvitation(queryClient, id, invitation),
  });
}

/** The link of an invitation, which is kept nowhere; the caller shows the failure. */
export function useInvitationLink() {
  return useMutation({
    mutationFn: (id: number) => getInvitationLink({ path: { user_id: id }, meta: { quiet: REFUSALS } }),
    gcTime: 0,
  });
}

function applyInvitation(queryClient: QueryClient, id: number, invitation: InvitationRead) {
  applyResponse(queryClient, personQuery(id).queryKey, (person) => person && { ...person, invitation });
  void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] });
}

/** Fetches the person and their history again after a refusal that says that they have changed. */
export function useFetchPersonAgain(id: number) {
  return useFetchAgain([personQuery(id).queryKey, versionsQuery(id).queryKey]);
}
