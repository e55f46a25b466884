import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';

import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { announcement } from './announcement';
import { CardList } from './card-list';
import { useDensity } from './density';
import type { Entry } from './entries';
import { modeWords, type ModeWords, type WorklistMode } from './mode';
import { useInfiniteScroll } from './use-infinite-scroll';
import { useWorklistFilter } from './use-filter';
import classes from './worklist-panel.module.css';

/** Props that each list gets from the panel. */
export interface ListProps {
  selectedId: string | null;
  titleId: string;
  /** Collapsed to a rail of pills. */
  collapsed: boolean;
}

export interface ListViewProps extends ListProps {
  mode: WorklistMode;
  list: UseInfiniteQueryResult;
  /** Null until the first page is loaded. */
  entries: readonly Entry[] | null;
}

/** The rows of either list, with loading, error and empty states. Keyed by filter, so that another list starts at the top. */
export function ListView({ mode, list, entries, selectedId, titleId, collapsed }: ListViewProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const words = modeWords[mode];
  const { compact } = useDensity();
  const { id, text } = useStore(announcement);
  const hasRows = entries !== null && (entries.length > 0 || list.hasNextPage);
  return (
    <>
      <p role="status" className="wl-visually-hidden">
        <span key={id}>{text}</span>
      </p>
      <div className={classes.scroller} ref={setScroller}>
        {list.isLoadingError && (
          <ErrorState
            title="The list could not be loaded"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
        {list.isPending && <SkeletonCards count={5} label={`Loading ${words.noun}`} />}
        {hasRows && scroller !== null && (
          <>
            <CardList
              key={`${collapsed} ${compact}`}
              entries={entries}
              hasMore={list.hasNextPage}
              to={words.to}
              collapsed={collapsed}
              compact={compact}
              selectedId={selectedId}
              labelledBy={titleId}
              scroller={scroller}
            />
            <NextPage list={list} noun={words.noun} />
          </>
        )}
        {entries !== null && !hasRows && <EmptyList mode={mode} />}
      </div>
      {/* Below the rows, so that it does not shift them. */}
      {list.isRefetchError && <ReloadNotice retrying={list.isRefetching} onRetry={() => void list.refetch()} />}
    </>
  );
}

/** The end of the list; scrolling near it loads the next page. */
function NextPage({ list, noun }: { list: UseInfiniteQueryResult; noun: ModeWords['noun'] }) {
  const load = () => void list.fetchNextPage();
  const canLoadMore = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const end = useInfiniteScroll(load, list.data, canLoadMore);
  return (
    <div ref={end} className={classes.more}>
      {list.isFetchingNextPage && <SkeletonCards count={2} label={`Loading more ${noun}`} />}
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <ErrorState title={`More ${noun} could not be loaded`} onRetry={load} />
      )}
    </div>
  );
}

function ReloadNotice({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className={classes.notice}>
      <Banner
        tone="warning"
        announce="status"
        title="The list could not be updated"
        actions={
          <Button size="xs" variant="default" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        What you see may be out of date.
      </Banner>
    </div>
  );
}

function EmptyList({ mode }: { mode: WorklistMode }) {
  const { filter, reset } = useWorklistFilter(mode);
  const { title, noun } = modeWords[mode];
  return (
    <EmptyState
      title={`No ${title}`}
      order={2}
      action={
        filter.count > 0 && (
          <Button variant="default" onClick={reset}>
            Reset filters
          </Button>
        )
      }
    >
      There are currently no {noun} that match your filters.
    </EmptyState>
  );
}
