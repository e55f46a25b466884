import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { AuditSearch, AuditState } from '@/api/generated/types.gen';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SearchField } from '@/shared/ui/search-field';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './admin-audit.module.css';
import { ChainState } from './chain-state';
import { EntriesTable } from './entries-table';
import { ExportDialog } from './export-dialog';
import { FilterChips } from './filter-chips';
import { FilterDialog } from './filter-dialog';
import { type AuditAddress, type AuditTyped, bodyOf, isOfOne, nothingTyped } from './filters';
import { auditQuery, auditStateQuery } from './queries';
import { Story } from './story-view';
import { entriesInWords } from './words';

export interface AuditTrailProps {
  /** The filters in the address bar. */
  address: AuditAddress;
  onFilter: (address: AuditAddress) => void;
}

/** Who did what, with whose data; and whether the trail itself is intact. */
export function AuditTrail({ address, onFilter }: AuditTrailProps) {
  // What follows waits for it, because a trail that is not intact says so above everything else.
  const state = useQuery(auditStateQuery);
  const [typed, setTyped] = useState(nothingTyped);
  const [text] = useDebouncedValue(typed.text.trim(), constants.DEBOUNCE_MS);
  const [open, setOpen] = useState<'filter' | 'export' | null>(null);
  const search = bodyOf(address, { ...typed, text });
  const filter = (changed: AuditAddress, changedTyped: AuditTyped = typed) => {
    onFilter(changed);
    setTyped(changedTyped);
    setOpen(null);
  };
  return (
    <>
      <ChainState state={state} />
      {state.isPending ? (
        <Skeleton height="2.625rem" radius="md" />
      ) : (
        <Tools typed={typed.text} onType={(changed) => setTyped({ ...typed, text: changed })} onOpen={setOpen} />
      )}
      <FilterChips address={address} typed={typed} search={search} onFilter={filter} />
      {isOfOne(search) && <View address={address} onFilter={filter} />}
      <Entries
        key={hashKey(['audit', search])}
        search={search}
        isHeld={state.isPending}
        removed={state.data ?? NOTHING_REMOVED}
        isStory={isOfOne(search) && address.view === 'story'}
        onFilter={(change) => filter({ ...address, ...change })}
        onRecord={(emrId) => filter(address, { ...typed, emrId })}
      />
      <FilterDialog
        opened={open === 'filter'}
        address={address}
        typed={typed}
        onClose={() => setOpen(null)}
        onApply={filter}
      />
      <ExportDialog opened={open === 'export'} search={search} onClose={() => setOpen(null)} />
    </>
  );
}

interface ToolsProps {
  typed: string;
  onType: (typed: string) => void;
  onOpen: (dialog: 'filter' | 'export') => void;
}

function Tools({ typed, onType, onOpen }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <div className={classes.search}>
        <SearchField placeholder="Search by person or by what was done" value={typed} onChange={onType} />
      </div>
      <Button
        variant="default"
        leftSection={<Icon name="filter" size="sm" />}
        onClick={() => onOpen('filter')}
        aria-haspopup="dialog"
      >
        Filter
      </Button>
      <Button variant="default" onClick={() => onOpen('export')} aria-haspopup="dialog">
        Export
      </Button>
    </div>
  );
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'story', label: 'Story' },
] as const;

function View({ address, onFilter }: AuditTrailProps) {
  return (
    <div role="group" aria-label="View" className={classes.view}>
      <RadioChoices
        id="audit-view"
        variant="bar"
        options={VIEWS}
        value={address.view === 'story' ? 'story' : 'table'}
        onChoose={(view) => onFilter({ ...address, view })}
      />
    </div>
  );
}

const NOTHING_REMOVED = { removed: 0, removals: [] };

interface EntriesProps {
  search: AuditSearch;
  isHeld: boolean;
  removed: Pick<AuditState, 'removed' | 'removals'>;
  isStory: boolean;
  onFilter: (change: AuditAddress) => void;
  onRecord: (emrId: string) => void;
}

function Entries({ search, isHeld, removed, isStory, ...filtering }: EntriesProps) {
  const list = useInfiniteQuery(auditQuery(search));
  const { data, error, isFetching, refetch } = list;
  if (isHeld) return <SkeletonCards count={5} label="Loading the audit trail" />;
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load the audit trail" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={5} label="Loading the audit trail" />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <Nothing isFiltered={Object.keys(search).length > 0} removed={removed.removed} />;
  return (
    <>
      {isStory ? (
        <Story entries={entries} by={search.userId === undefined ? 'consult' : 'hour'} />
      ) : (
        <EntriesTable entries={entries} removals={removed.removals} hasMore={list.hasNextPage} {...filtering} />
      )}
      <div className={classes.more}>
        {list.hasNextPage ? (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show Older Entries
          </Button>
        ) : (
          <p className={classes.muted}>There are no older entries.</p>
        )}
        {list.isFetchNextPageError && (
          <p role="alert" className={classes.problem}>
            Older entries failed to load. Try again.
          </p>
        )}
      </div>
    </>
  );
}

function Nothing({ isFiltered, removed }: { isFiltered: boolean; removed: number }) {
  return (
    <EmptyState icon="search" title="No entries found">
      {isFiltered ? 'Nothing matches these filters.' : 'Nothing has been recorded yet.'} Only what your own users did
      and what was done with your own patients is shown.
      {removed > 0 && ` Retention has removed ${entriesInWords(removed)}.`}
    </EmptyState>
  );
}
