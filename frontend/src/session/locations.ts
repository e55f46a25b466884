import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';
import {
  addFavoriteLocations,
  listFavoriteLocations,
  listMyLocations,
  removeFavoriteLocation,
} from '@/api/generated/sdk/places.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import { updateQuery } from '@/api/apply-response';

import { tabCache } from './tab-cache';

const GONE = 410;
const CHANGING_FAVORITES = ['locations', 'changing-favorites'];

const cachedLocations = tabCache<LocationRead[]>('locations', z.array(z.custom<LocationRead>(hasId)));
const cachedFavorites = tabCache('favorite-locations', z.array(z.int()));

/** The active location units of the user. */
export const myLocationsQuery = queryOptions({
  queryKey: ['locations', 'mine'],
  queryFn: async ({ signal }) => {
    const locations = await listMyLocations({ query: { activeOnly: true }, signal });
    cachedLocations.write(locations);
    return locations;
  },
  initialData: cachedLocations.read,
  initialDataUpdatedAt: 0,
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favorite location units. */
export const favoriteLocationsQuery = queryOptions({
  queryKey: ['locations', 'favorites'],
  queryFn: async ({ signal }) => {
    const favorites = await listFavoriteLocations({ signal, meta: { quiet: true } });
    const ids = favorites.map(({ locationId }) => locationId);
    cachedFavorites.write(ids);
    return ids;
  },
  initialData: cachedFavorites.read,
  initialDataUpdatedAt: 0,
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favorite location units; null until they are loaded. */
export function useFavoriteLocations(): ReadonlySet<number> | null {
  const { data } = useQuery({ ...favoriteLocationsQuery, select: toSet });
  return data ?? null;
}

/** Whether the location unit should become a favorite. */
export interface FavoriteChange {
  readonly locationId: number;
  readonly favorite: boolean;
}

/**
 * Adds or removes a favorite location unit with an optimistic update, rolled back if the server rejects it. Calls run one after
 * the other, so that the last click wins.
 */
export function useChangeFavorite() {
  const queryClient = useQueryClient();
  const { queryKey } = favoriteLocationsQuery;
  const show = (change: FavoriteChange) => updateQuery(queryClient, queryKey, (ids = []) => withChange(ids, change));
  return useMutation({
    mutationKey: CHANGING_FAVORITES,
    scope: { id: CHANGING_FAVORITES.join() },
    mutationFn: async ({ locationId, favorite }: FavoriteChange) => {
      if (favorite) await addFavoriteLocations({ body: { locationIds: [locationId] } });
      else await removeFavoriteLocation({ body: { locationId } });
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      show(change);
    },
    onError: (_failure, { locationId, favorite }) => show({ locationId, favorite: !favorite }),
    onSettled: async () => {
      // A refetch now would miss the changes that are still being sent.
      if (queryClient.isMutating({ mutationKey: CHANGING_FAVORITES }) === 1)
        await queryClient.invalidateQueries({ queryKey });
    },
  });
}

function withChange(ids: readonly number[], { locationId, favorite }: FavoriteChange): number[] {
  const others = ids.filter((id) => id !== locationId);
  return favorite ? [...others, locationId] : others;
}

function toSet(ids: readonly number[]): ReadonlySet<number> {
  return new Set(ids);
}

/** The fields are those of the build that stored it. */
function hasId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';
}

/** The server has no such call anymore, so none is sent. */
export const assignLocation = refuseAssignment;
export const reassignLocation = refuseAssignment;

async function refuseAssignment(): Promise<never> {
  const message = 'Assigning and reassigning locations is no longer supported.';
  return Promise.reject(new ApiError(GONE, { code: 'no_longer_supported', message }));
}
