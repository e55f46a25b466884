import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import {
  addPerson,
  getPerson,
  listPeople,
  listPeopleChoices,
  listPersonVersions,
  replacePerson,
  restorePersonVersion,
} from '@/api/generated/sdk/administration.gen';
import type { ListPeopleData, NewPerson, PersonFields, PersonRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, useFetchAgain } from '@/versions/queries';

const KEY = 'admin-people';

/** Names change rarely, and the list is long. */
const CHOICES_MS = 300_000;

/** Before everybody. */
const START = 0;

export type PeopleQuery = Pick<NonNullable<ListPeopleData['query']>, 'text' | 'state' | 'roleId' | 'organizationId'>;

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
        headers: { 'If-Match': version },
        meta: { quiet: REFUSALS },
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

/** Fetches the person and their history again after a refusal that says that they have changed. */
export function useFetchPersonAgain(id: number) {
  return useFetchAgain([personQuery(id).queryKey, versionsQuery(id).queryKey]);
}
