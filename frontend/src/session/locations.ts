import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import {
  addFavoriteLocations,
  listFavoriteLocations,
  listMyLocations,
  removeFavoriteLocation,
} from '@/api/generated/sdk.gen';
import { changeShown } from '@/api/show-answer';
import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';

import { session } from './state';

const KEPT = 'favourite-locations';
const idList = json(z.array(z.int()));
const STARRING = ['locations', 'starring'];

/** The active location units of the user. */
export const myLocationsQuery = queryOptions({
  queryKey: ['locations', 'mine'],
  queryFn: ({ signal }) => listMyLocations({ query: { activeOnly: true }, signal }),
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favorite location units; after a reload, those stored in the tab are used until the server responds. */
export const favouriteLocationsQuery = queryOptions({
  queryKey: ['locations', 'favourites'],
  queryFn: async ({ signal }) => {
    const favourites = await listFavoriteLocations({ signal, meta: { quiet: true } });
    return keep(favourites.map(({ locationId }) => locationId));
  },
  initialData: storedFavourites,
  initialDataUpdatedAt: 0,
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favorite location units; null until they are loaded. */
export function useFavouriteLocations(): ReadonlySet<number> | null {
  const { data } = useQuery({ ...favouriteLocationsQuery, select: toSet });
  return data ?? null;
}

/** Whether the location unit should become a favorite. */
export interface Starring {
  readonly locationId: number;
  readonly favourite: boolean;
}

/**
 * Adds or removes a favorite location unit with an optimistic update, rolled back if the server rejects it. Calls run one after
 * the other, so that the last click wins.
 */
export function useStarring() {
  const queryClient = useQueryClient();
  const { queryKey } = favouriteLocationsQuery;
  const show = (change: Starring) => changeShown(queryClient, queryKey, (ids = []) => withStarring(ids, change));
  return useMutation({
    mutationKey: STARRING,
    scope: { id: STARRING.join() },
    mutationFn: async ({ locationId, favourite }: Starring) => {
      if (favourite) await addFavoriteLocations({ body: { locationIds: [locationId] } });
      else await removeFavoriteLocation({ body: { locationId } });
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      show(change);
    },
    onError: (_failure, { locationId, favourite }) => show({ locationId, favourite: !favourite }),
    onSettled: async () => {
      // A refetch now would miss the changes that are still being sent.
      if (queryClient.isMutating({ mutationKey: STARRING }) === 1) await queryClient.invalidateQueries({ queryKey });
    },
  });
}

function withStarring(ids: readonly number[], { locationId, favourite }: Starring): number[] {
  const others = ids.filter((id) => id !== locationId);
  return favourite ? [...others, locationId] : others;
}

function toSet(ids: readonly number[]): ReadonlySet<number> {
  return new Set(ids);
}

function keep(favourites: number[]): number[] {
  // A response that arrives after a sign-out is not stored.
  if (session.getState() !== null) userStorage.write(KEPT, z.encode(idList, favourites));
  return favourites;
}

/** The favorites stored in this tab. */
function storedFavourites(): number[] | undefined {
  return readStored(idList, userStorage.read(KEPT)) ?? undefined;
}
