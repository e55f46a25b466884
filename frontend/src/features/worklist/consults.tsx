import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useStore } from '@/shared/hooks/use-store';
import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { ConsultList } from './consult-list';
import { useResetFilter, useWorklistFilter } from './filter-store';
import { cardsOf } from './place-card';
import { worklistQuery } from './queries';
import { sound } from './sound';
import { useInfiniteScroll } from './use-infinite-scroll';
import { announcement, useLiveCards } from './use-live-cards';
import classes from './worklist-panel.module.css';

export interface ConsultsProps {
  selectedId: string | null;
  titleId: string;
}

/** The list's pages, kept true by events, with what is said while they load, fail or are empty. */
export function Consults({ selectedId, titleId }: ConsultsProps) {
  const [filter] = useWorklistFilter();
  const list = useInfiniteQuery(worklistQuery(filter));
  useLiveCards(filter);
  const { id, words } = useStore(announcement);
  const cards = useMemo(() => (list.data === undefined ? null : cardsOf(list.data)), [list.data]);
  return (
    <div className={classes.scroller}>
      <p role="status" className="wl-visually-hidden">
        <span key={id}>{words}</span>
      </p>
      <SoundNotice />
      {list.isRefetchError && <ReloadNotice retrying={list.isRefetching} onRetry={() => void list.refetch()} />}
      {list.isLoadingError && (
        <ErrorState
          title="The list could not be loaded"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <SkeletonCards count={5} label="Loading consults" />}
      {cards !== null && (cards.length > 0 || list.hasNextPage) && (
        <>
          <ConsultList cards={cards} hasMore={list.hasNextPage} selectedId={selectedId} labelledBy={titleId} />
          <NextPage list={list} />
        </>
      )}
      {cards?.length === 0 && !list.hasNextPage && <NoConsults filtered={filter.count > 0} />}
    </div>
  );
}

type List = ReturnType<typeof useInfiniteQuery<unknown, Error>>;
type Paging = Pick<List, 'data' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'>;

/** The end of the list: coming near it loads the next page. */
function NextPage({ list }: { list: Paging & { fetchNextPage: () => Promise<unknown> } }) {
  const load = () => void list.fetchNextPage();
  const waits = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const end = useInfiniteScroll(load, list.data, waits);
  return (
    <div ref={end} className={classes.more}>
      {list.isFetchingNextPage && <SkeletonCards count={2} label="Loading more consults" />}
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <ErrorState title="More consults could not be loaded" onRetry={load} />
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
        title="The list could not be brought up to date"
        actions={
          <Button size="xs" variant="default" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        What you see may be old.
      </Banner>
    </div>
  );
}

/** Browsers keep a page silent until it was touched once. */
function SoundNotice() {
  const { on, allowed } = useStore(sound);
  if (!on || allowed) return null;
  return (
    <div className={classes.notice}>
      <Banner icon="sound-off">Click anywhere to let new consults be heard.</Banner>
    </div>
  );
}

function NoConsults({ filtered }: { filtered: boolean }) {
  const reset = useResetFilter();
  return (
    <EmptyState
      title={
        <span role="heading" aria-level={3}>
          No Consults
        </span>
      }
      action={
        filtered && (
          <Button variant="default" onClick={reset}>
            Reset filter
          </Button>
        )
      }
    >
      There are currently no consults that match your filters.
    </EmptyState>
  );
}
