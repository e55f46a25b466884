import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { type AccessLinks, AccessRow } from './access-row';
import classes from './emergency-accesses.module.css';
import { emergencyAccessesQuery } from './queries';

const UNREVIEWED = 'unreviewed';

const filters = [
  { value: UNREVIEWED, label: 'Not reviewed' },
  { value: 'all', label: 'All' },
];

/** Who read what they could not read otherwise, why, and what a reviewer found. */
export function EmergencyAccesses({ links }: { links: AccessLinks }) {
  const [filter, setFilter] = useState(UNREVIEWED);
  return (
    <div className={classes.page}>
      <p className={classes.muted}>
        People who opened consults of a patient in an emergency, beyond their own service lines. Someone else reviews
        each of these accesses.
      </p>
      <div>
        <SegmentedControl aria-label="What is listed" data={filters} value={filter} onChange={setFilter} />
      </div>
      <Found unreviewed={filter === UNREVIEWED} links={links} />
    </div>
  );
}

function Found({ unreviewed, links }: { unreviewed: boolean; links: AccessLinks }) {
  const list = useInfiniteQuery(emergencyAccessesQuery(unreviewed));
  if (list.data === undefined && list.isError)
    return (
      <ErrorState
        title="Failed to load the emergency accesses"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (list.data === undefined) return <SkeletonCards count={3} label="Loading the emergency accesses" />;
  const accesses = list.data.pages.flatMap((page) => page.accesses);
  if (accesses.length === 0)
    return (
      <EmptyState icon="check-circle" title={unreviewed ? 'Nothing to review' : 'Nobody has used emergency access'}>
        {unreviewed
          ? 'Every emergency access of your organizations is reviewed.'
          : 'It is listed here once someone does.'}
      </EmptyState>
    );
  return (
    <>
      <ul className={classes.rows} aria-label="Emergency accesses" aria-busy={list.isPlaceholderData}>
        {accesses.map((access) => (
          <li key={access.id}>
            <AccessRow access={access} links={links} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {list.isFetchNextPageError && <p role="alert">More could not be loaded. Press Show more again.</p>}
    </>
  );
}
