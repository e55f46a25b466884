import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import {
  addFavoriteLocations,
  listFavoriteLocations,
  listMyLocations,
  removeFavoriteLocation,
} from '@/api/generated/sdk.gen';
import { changeShown } from '@/api/show-answer';
import { userStorage } from '@/drafts/user-storage';

import { session } from './state';

const KEPT = 'favourite-locations';
const STARRING = ['locations', 'starring'];

/** The active location units of the user. */
export const myLocationsQuery = queryOptions({
  queryKey: ['locations', 'mine'],
  queryFn: ({ signal }) => listMyLocations({ query: { activeOnly: true }, signal }),
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favourite location units; after a reload those that the tab remembers stand until the answer comes. */
export const favouriteLocationsQuery = queryOptions({
  queryKey: ['locations', 'favourites'],
  queryFn: async ({ signal }) => {
    const favourites = await listFavoriteLocations({ signal, meta: { quiet: true } });
    return keep(favourites.map(({ locationId }) => locationId));
  },
  initialData: kept,
  initialDataUpdatedAt: 0,
  meta: { staleOn: ['me'] },
});

/** The ids of the user's favourite location units; null while they are not known. */
export function useFavouriteLocations(): ReadonlySet<number> | null {
  const { data } = useQuery({ ...favouriteLocationsQuery, select: toSet });
  return data ?? null;
}

/** Whether a location unit is to be a favourite. */
export interface Starring {
  readonly locationId: number;
  readonly favourite: boolean;
}

/**
 * Makes a location unit a favourite, or no longer, on every screen at once; what the server refuses is taken back. One call goes after
 * the other, so that the last press counts.
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
      // An answer in between would not know of what is still on its way.
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

function keep(ids: number[]): number[] {
  // An answer that comes after a sign-out leaves nothing behind.
  if (session.getState() !== null) userStorage.write(KEPT, JSON.stringify(ids));
  return ids;
}

/** What this tab remembers of the user; what cannot be read is worth nothing to anybody. */
function kept(): number[] | undefined {
  try {
    const found: unknown = JSON.parse(userStorage.read(KEPT) ?? '');
    if (Array.isArray(found) && found.every((id) => Number.isSafeInteger(id))) return found.map(Number);
  } catch {
    userStorage.remove(KEPT);
  }
  return undefined;
}
