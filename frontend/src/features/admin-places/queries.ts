import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import {
  addFacility,
  addOrganization,
  addUnit,
  checkUnitCensus,
  getFacility,
  getOrganization,
  getUnit,
  listFacilityUnits,
  listPlaceChoices,
  listPlaces,
  listPlaceVersions,
  previewPatientNumber,
  replaceFacility,
  replaceOrganization,
  replaceUnit,
  restorePlaceVersion,
  saveUnitDraft,
} from '@/api/generated/sdk/administration.gen';
import type {
  FacilityDetails,
  FacilityFields,
  NewFacility,
  NewOrganization,
  NewUnit,
  OrganizationFields,
  PatientNumber,
  PlaceKind,
  UnitDraft,
  UnitFields,
} from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing, useFetchAgain } from '@/versions/queries';

const KEY = 'admin-places';

/** What can be chosen changes rarely. */
const CHOICES_MS = 60_000;

/** Before all facilities. */
const START = 0;

/** Places that match, page by page. While the text changes, what matched before stays. */
export function placesQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'list', text],
    queryFn: ({ pageParam, signal }) =>
      listPlaces({
        query: { ...(text !== '' && { text }), ...(pageParam !== START && { after: pageParam }) },
        signal,
        meta: { quiet: true },
      }),
    initialPageParam: START,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const placeChoicesQuery = queryOptions({
  queryKey: [KEY, 'choices'],
  queryFn: ({ signal }) => listPlaceChoices({ signal, meta: { quiet: true } }),
  staleTime: CHOICES_MS,
});

export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'organizations', id],
    queryFn: ({ signal }) => getOrganization({ path: { organization_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function facilityQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'facilities', id],
    queryFn: ({ signal }) => getFacility({ path: { facility_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

/** All units of a facility, page by page; the first one came with the facility. */
export function facilityUnitsQuery({ id, units, nextUnits }: FacilityDetails) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'facilities', id, 'units'],
    queryFn: ({ pageParam, signal }) =>
      listFacilityUnits({
        path: { facility_id: id },
        query: pageParam === START ? {} : { after: pageParam },
        signal,
        meta: { quiet: true },
      }),
    initialPageParam: START,
    getNextPageParam: (last) => last.next,
    initialData: { pages: [{ units, next: nextUnits }], pageParams: [START] },
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function unitQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'units', id],
    queryFn: ({ signal }) => getUnit({ path: { location_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function versionsQuery(kind: PlaceKind, id: number) {
  return queryOptions({
    queryKey: [KEY, 'versions', kind, id],
    queryFn: ({ signal }) => listPlaceVersions({ path: { kind, place_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

/** How a request's form checks a number with these settings; fails with what is wrong with them. */
export function numberRulesQuery(number: PatientNumber) {
  return queryOptions({
    queryKey: [KEY, 'number', number],
    queryFn: ({ signal }) => previewPatientNumber({ body: number, signal, meta: { quiet: true } }),
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

interface ToSave<F> {
  readonly id: number;
  /** The version that the administrator has seen. */
  readonly version: string;
  readonly body: F;
}

/** The caller shows the failure. */
export function useSaveOrganization() {
  return useSaving(({ id, version, body }: ToSave<OrganizationFields>) =>
    replaceOrganization({ path: { organization_id: id }, body, ...changing(version) }),
  );
}

/** The caller shows the failure. */
export function useSaveFacility() {
  return useSaving(({ id, version, body }: ToSave<FacilityFields>) =>
    replaceFacility({ path: { facility_id: id }, body, ...changing(version) }),
  );
}

/** The caller shows the failure. */
export function useSaveUnit() {
  return useSaving(({ id, version, body }: ToSave<UnitFields>) =>
    replaceUnit({ path: { location_id: id }, body, ...changing(version) }),
  );
}

/** The caller shows the failure. */
export function useSaveUnitDraft() {
  return useSaving(({ id, version, body }: ToSave<UnitDraft>) =>
    saveUnitDraft({ path: { location_id: id }, body, ...changing(version) }),
  );
}

/** The caller shows the failure. */
export function useAddOrganization() {
  const attempt = useAttempt({ independent: true });
  return useSaving((body: NewOrganization) =>
    attempt(body, (idempotencyKey) => addOrganization({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
  );
}

/** The caller shows the failure. */
export function useAddFacility() {
  const attempt = useAttempt({ independent: true });
  return useSaving((body: NewFacility) =>
    attempt(body, (idempotencyKey) => addFacility({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
  );
}

/** The caller shows the failure. */
export function useAddUnit() {
  const attempt = useAttempt({ independent: true });
  return useSaving((body: NewUnit) =>
    attempt(body, (idempotencyKey) => addUnit({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
  );
}

interface VersionToRestore {
  readonly kind: PlaceKind;
  readonly id: number;
  /** The version that the administrator has seen as the current one. */
  readonly version: string;
  readonly number: number;
  readonly confirmed: string[];
}

/** The caller shows the failure. */
export function useRestorePlace() {
  const attempt = useAttempt({ independent: true });
  return useSaving(({ kind, id, version, number, confirmed }: VersionToRestore) =>
    attempt([kind, id, version, number, confirmed], (idempotencyKey) =>
      restorePlaceVersion({
        path: { kind, place_id: id, version: number },
        headers: { 'If-Match': version },
        body: { confirmed },
        meta: { quiet: REFUSALS, idempotencyKey },
      }),
    ),
  );
}

/** Fetches the place and its history again after a refusal that says that it has changed. */
export function useFetchPlaceAgain(kind: PlaceKind, id: number) {
  return useFetchAgain([[KEY, kind, id], versionsQuery(kind, id).queryKey]);
}

/** The caller shows what was found, or why not. */
export function useReadCensus() {
  return useMutation({
    mutationFn: ({ id, emrCode }: { id: number; emrCode: string }) =>
      checkUnitCensus({ path: { location_id: id }, body: { emrCode }, meta: { quiet: [...REFUSALS, 503, 504] } }),
  });
}

/** Everything about places is fetched again after a change, because places show the names of those that they belong to. */
function useSaving<B, T>(mutationFn: (body: B) => Promise<T>) {
  const queryClient = useQueryClient();
  const queryKey: QueryKey = [KEY];
  return useMutation({
    mutationFn,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
