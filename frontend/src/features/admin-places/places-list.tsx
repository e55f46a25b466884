import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { FacilityRow, OrganizationRow } from '@/api/generated/types.gen';
import { useTypedText } from '@/shared/hooks/use-typed-text';
import { pluralize } from '@/shared/lib/pluralize';
import { routes } from '@/shared/lib/routes';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { OneLine } from '@/shared/ui/one-line';
import { SearchField } from '@/shared/ui/search-field';

import classes from './places.module.css';
import { placesQuery } from './queries';
import { UnitLinks } from './unit-links';

export interface PlacesListProps {
  /** What the list is limited to. */
  text: string;
  onText: (text: string | undefined) => void;
}

/** The administrator's organizations with their facilities and units, found by parts of their names. */
export function PlacesList({ text, onText }: PlacesListProps) {
  const { typed, setTyped } = useTypedText(text, onText);
  return (
    <>
      <div role="search">
        <SearchField label="Find a place" placeholder="Part of a name or code" value={typed} onChange={setTyped} />
      </div>
      <Found text={text} />
    </>
  );
}

function Found({ text }: { text: string }) {
  const list = useInfiniteQuery(placesQuery(text));
  if (list.data === undefined && list.isError)
    return (
      <ErrorState title="Failed to load the places" onRetry={() => void list.refetch()} retrying={list.isFetching} />
    );
  if (list.data === undefined) return <Loading />;
  const facilities = list.data.pages.flatMap((page) => page.facilities);
  const organizations = (list.data.pages.at(-1)?.organizations ?? []).filter(
    ({ id, name, facilityCount }) =>
      facilities.some(({ organizationId }) => organizationId === id) ||
      (facilityCount === 0 && name.toLowerCase().includes(text.toLowerCase())),
  );
  if (organizations.length === 0)
    return text === '' ? (
      <EmptyState icon="building" title="There are no places yet">
        Add an organization first, then its facilities, and their units.
      </EmptyState>
    ) : (
      <EmptyState icon="building" title="No place matches">
        Check the spelling, or type less of the name.
      </EmptyState>
    );
  return (
    <div aria-busy={list.isPlaceholderData} className={classes.found}>
      <p className="wl-visually-hidden" role="status">
        {facilities.length === 1 ? '1 facility is' : `${facilities.length} facilities are`} listed
        {list.hasNextPage ? ' so far' : ''}.
      </p>
      {organizations.map((organization) => (
        <Organization
          key={organization.id}
          organization={organization}
          facilities={facilities.filter(({ organizationId }) => organizationId === organization.id)}
        />
      ))}
      {list.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {list.isFetchNextPageError && <p role="alert">More could not be loaded. Press Show more again.</p>}
    </div>
  );
}

interface OrganizationProps {
  organization: OrganizationRow;
  facilities: readonly FacilityRow[];
}

function Organization({ organization: { id, name }, facilities }: OrganizationProps) {
  return (
    <section className={classes.organization} aria-label={name}>
      <h2 className={classes.organizationName}>
        <Link to={routes.place} params={{ kind: 'organizations', id: String(id) }}>
          <OneLine>{name}</OneLine>
        </Link>
      </h2>
      {facilities.length === 0 && <p className={classes.none}>This organization has no facilities yet.</p>}
      {facilities.map((facility) => (
        <Facility key={facility.id} facility={facility} />
      ))}
    </section>
  );
}

function Facility({ facility: { id, name, facilityType, unitCount, foundCount, units } }: { facility: FacilityRow }) {
  const hidden = foundCount - units.length;
  return (
    <div className={classes.facility}>
      <div className={classes.facilityHead}>
        <h3 className={classes.facilityName}>
          <Link to={routes.place} params={{ kind: 'facilities', id: String(id) }}>
            <OneLine>{name}</OneLine>
          </Link>
        </h3>
        <p>
          {facilityType}, {foundCount < unitCount ? `${foundCount} of ` : ''}
          {pluralize(unitCount, 'unit')}
        </p>
      </div>
      <UnitLinks units={units} />
      {hidden > 0 && (
        <p className={classes.none}>{pluralize(hidden, 'more unit')}. Open the facility, or type more of the name.</p>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className={classes.found}>
      <span className="wl-visually-hidden">Loading the places</span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={classes.facility} aria-hidden="true">
          <Skeleton height="1.5rem" width="40%" radius="sm" />
          <Skeleton height="6rem" radius="sm" />
        </div>
      ))}
    </div>
  );
}
