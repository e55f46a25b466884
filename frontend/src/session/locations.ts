import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import {
  addFavoriteLocations,
  listFavoriteLocations,
  listMyLocations,
  removeFavoriteLocation,
} from '@/api/generated/sdk.gen';
import { updateQuery } from '@/api/apply-response';
import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';

import { session } from './state';

const STORAGE_KEY = 'favorite-locations';
const idList = json(z.array(z.int()));
const CHANGING_FAVORITES = ['locations', 'changing-favorites'];

/** The active location units of the user. */
export const myLocationsQuery = queryOptions({
  queryKey: ['locations', 'mine'],
  queryFn: ({ signal }) => listMyLocations({ query: { activeOnly: true }, signal }),
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favorite location units; after a reload, those stored in the tab are used until the server responds. */
export const favoriteLocationsQuery = queryOptions({
  queryKey: ['locations', 'favorites'],
  queryFn: async ({ signal }) => {
    const favorites = await listFavoriteLocations({ signal, meta: { quiet: true } });
    return storeFavorites(favorites.map(({ locationId }) => locationId));
  },
  initialData: storedFavorites,
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

function storeFavorites(favorites: number[]): number[] {
  // A response that arrives after a sign-out is not stored.
  if (session.getState() !== null) userStorage.write(STORAGE_KEY, z.encode(idList, favorites));
  return favorites;
}

/** The favorites stored in this tab. */
function storedFavorites(): number[] | undefined {
  return readStored(idList, userStorage.read(STORAGE_KEY)) ?? undefined;
}
