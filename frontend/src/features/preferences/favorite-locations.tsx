import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LocationRead } from '@/api/generated/types.gen';
import { favoriteLocationsQuery, myLocationsQuery, useChangeFavorite } from '@/session/locations';
import { containsWords } from '@/shared/lib/word-filter';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SearchField } from '@/shared/ui/search-field';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './favorite-locations.module.css';

/** The user's locations, each with a star that toggles optimistically and rolls back if the server rejects the change. */
export function FavoriteLocations() {
  const locations = useQuery(myLocationsQuery);
  const favorites = useQuery(favoriteLocationsQuery);
  if (locations.data !== undefined && favorites.data !== undefined)
    return <Starred locations={locations.data} favorites={new Set(favorites.data)} />;
  const missing = [locations, favorites].filter(({ isError }) => isError);
  if (missing.length === 0) return <SkeletonCards count={3} label="Loading locations" />;
  return (
    <ErrorState
      title="Failed to load your locations"
      onRetry={() => void Promise.all(missing.map(({ refetch }) => refetch()))}
      retrying={missing.some(({ isFetching }) => isFetching)}
    />
  );
}

interface StarredProps {
  locations: readonly LocationRead[];
  favorites: ReadonlySet<number>;
}

function Starred({ locations, favorites }: StarredProps) {
  const [text, setText] = useState('');
  // Keep the order from when the list was opened, so that a toggled location does not move.
  const [first] = useState(favorites);
  const star = useChangeFavorite();
  if (locations.length === 0)
    return (
      <EmptyState icon="building" title="No Locations">
        You have no locations that can request consults.
      </EmptyState>
    );
  const shown = inOrder(locations, first).filter(({ displayName }) => containsWords(displayName, text));
  return (
    <div className={classes.frame}>
      <SearchField
        label="Favorite locations"
        description="Favorites are listed first when you choose a location."
        placeholder="Filter locations"
        value={text}
        onChange={setText}
      />
      <p className="wl-visually-hidden" role="status">
        {text.trim() !== '' && `${shown.length} of ${locations.length} locations`}
      </p>
      <ul className={classes.list} aria-label="Your locations">
        {shown.map(({ id, displayName }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.star}
              aria-label={`Favorite: ${displayName}`}
              aria-pressed={favorites.has(id)}
              onClick={() => star.mutate({ locationId: id, favorite: !favorites.has(id) })}
            >
              <Icon name="star" className={classes.sign} />
              {displayName}
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className={classes.nothing}>No Locations Found</li>}
      </ul>
    </div>
  );
}

function inOrder(locations: readonly LocationRead[], first: ReadonlySet<number>): LocationRead[] {
  return [...locations].sort(
    (one, other) =>
      Number(first.has(other.id)) - Number(first.has(one.id)) || one.displayName.localeCompare(other.displayName),
  );
}
