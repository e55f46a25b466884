import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { choices as adminChoices } from '@/api/contract/choices/admin.gen';
import type { PeopleChoices, PersonRow } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { routes } from '@/shared/lib/routes';
import type { PeopleSearch } from '@/shared/lib/search-params';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { OneLine } from '@/shared/ui/one-line';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './people-list.module.css';
import { PeopleFilter } from './people-filter';
import { choicesQuery, type PeopleQuery, peopleQuery } from './queries';
import { InvitationBadge } from './invitation-badge';
import { listed, named } from './words';

export interface PeopleListProps {
  search: PeopleSearch;
  onChange: (changed: PeopleSearch) => void;
}

/** Everybody in the administrator's organizations, by last name; found by name, and filtered. */
export function PeopleList({ search, onChange }: PeopleListProps) {
  const choices = useQuery(choicesQuery);
  return (
    <>
      <PeopleFilter search={search} choices={choices.data} onChange={onChange} />
      {choices.isError ? (
        <ErrorState
          title="Failed to load the people"
          onRetry={() => void choices.refetch()}
          retrying={choices.isFetching}
        />
      ) : (
        <Found search={search} choices={choices.data} />
      )}
    </>
  );
}

interface FoundProps {
  search: PeopleSearch;
  choices: PeopleChoices | undefined;
}

function Found({ search, choices }: FoundProps) {
  const list = useInfiniteQuery(peopleQuery(queryOf(search)));
  if (list.data === undefined && list.isError)
    return (
      <ErrorState title="Failed to load the people" onRetry={() => void list.refetch()} retrying={list.isFetching} />
    );
  if (list.data === undefined || choices === undefined) return <Loading />;
  const people = list.data.pages.flatMap((page) => page.people);
  if (people.length === 0)
    return (
      <EmptyState icon="user" title="Nobody matches">
        Names are found by their beginning. Check the spelling, or choose fewer filters.
      </EmptyState>
    );
  return (
    <div aria-busy={list.isPlaceholderData} className={classes.found}>
      <p className="wl-visually-hidden" role="status">
        {list.hasNextPage
          ? `The first ${people.length} people are listed.`
          : `${people.length === 1 ? '1 person is' : `${people.length} people are`} listed.`}
      </p>
      <ul className={classes.rows} aria-label="People">
        {people.map((person) => (
          <Row key={person.id} person={person} choices={choices} />
        ))}
      </ul>
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

function Row({ person, choices }: { person: PersonRow; choices: PeopleChoices }) {
  return (
    <li>
      <Link to={routes.person} params={{ id: String(person.id) }} className={classes.row}>
        <span className={classes.who}>
          <OneLine className={classes.name}>{fullName(person)}</OneLine>
          {person.state === 'inactive' && <StatusBadge tone="warning">Deactivated</StatusBadge>}
          {person.invitation !== 'notInvited' && <InvitationBadge state={person.invitation} />}
          <OneLine className={classes.username}>{person.username}</OneLine>
        </span>
        <span className={classes.fact}>
          <span className="wl-visually-hidden">Roles: </span>
          {person.roleIds.length === 0 ? 'No role' : listed(named(person.roleIds, choices.roles))}
        </span>
        <span className={classes.fact}>
          <span className="wl-visually-hidden">Organizations: </span>
          {listed(named(person.organizationIds, choices.organizations))}
        </span>
      </Link>
    </li>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="wl-visually-hidden">Loading the people</span>
      <div className={classes.rows}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={classes.row} aria-hidden="true">
            <Skeleton height="1.25rem" width="60%" radius="sm" />
            <Skeleton height="1rem" width="50%" radius="sm" />
            <Skeleton height="1rem" width="50%" radius="sm" />
          </div>
        ))}
      </div>
    </div>
  );
}

function queryOf({ text = '', state, invitation, role, organization }: PeopleSearch): PeopleQuery {
  const invited = adminChoices.InvitationState.find(({ value }) => value === invitation);
  const id = (value: string | undefined) => (value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null);
  const [roleId, organizationId] = [id(role), id(organization)];
  return {
    ...(text !== '' && { text }),
    ...((state === 'active' || state === 'inactive') && { state }),
    ...(invited !== undefined && { invitation: invited.value }),
    ...(roleId !== null && { roleId }),
    ...(organizationId !== null && { organizationId }),
  };
}
