import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LocationRead } from '@/api/generated/types.gen';
import { favouriteLocationsQuery, myLocationsQuery, useStarring } from '@/session/locations';
import { holdsWords } from '@/shared/lib/word-filter';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SearchField } from '@/shared/ui/search-field';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './favourite-locations.module.css';

/** The user's locations, each with a star that toggles optimistically and rolls back if the server rejects the change. */
export function FavouriteLocations() {
  const locations = useQuery(myLocationsQuery);
  const favourites = useQuery(favouriteLocationsQuery);
  if (locations.data !== undefined && favourites.data !== undefined)
    return <Starred locations={locations.data} favourites={new Set(favourites.data)} />;
  const missing = [locations, favourites].filter(({ isError }) => isError);
  if (missing.length === 0) return <SkeletonCards count={3} label="Loading locations" />;
  return (
    <ErrorState
      title="Your locations could not be loaded"
      onRetry={() => void Promise.all(missing.map(({ refetch }) => refetch()))}
      retrying={missing.some(({ isFetching }) => isFetching)}
    />
  );
}

interface StarredProps {
  locations: readonly LocationRead[];
  favourites: ReadonlySet<number>;
}

function Starred({ locations, favourites }: StarredProps) {
  const [text, setText] = useState('');
  // Keep the order from when the list was opened, so that a toggled location does not move.
  const [first] = useState(favourites);
  const star = useStarring();
  if (locations.length === 0)
    return (
      <EmptyState icon="building" title="No Locations">
        You have no locations that can request consults.
      </EmptyState>
    );
  const shown = inOrder(locations, first).filter(({ displayName }) => holdsWords(displayName, text));
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
              aria-pressed={favourites.has(id)}
              onClick={() => star.mutate({ locationId: id, favourite: !favourites.has(id) })}
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
