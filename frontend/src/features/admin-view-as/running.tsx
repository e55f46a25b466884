import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { ApiError } from '@/api/errors';
import type { PersonSeen, StartedView } from '@/api/generated/types.gen';
import { formatCardTime } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import type { PagesOf } from './pages-of';
import { endView, viewQuery } from './queries';
import { Seen } from './seen';
import classes from './view-as.module.css';

interface RunningProps {
  view: StartedView;
  pagesOf: PagesOf;
  onEnd: () => void;
}

/** A view, with a bar that says so, until it is ended, its time is over, or the server refuses it. */
export function Running({ view, pagesOf, onEnd }: RunningProps) {
  const { data, error, isFetching, refetch } = useQuery(viewQuery(view.id));
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = window.setTimeout(() => ended(), Date.parse(view.expiresAt) - Date.now());
    return () => window.clearTimeout(timer);
  }, [view.expiresAt]);
  useEffect(() => {
    if (isRefused) ended();
  }, [isRefused]);
  useEffect(() => {
    const end = () => void endView(view.id);
    window.addEventListener('pagehide', end);
    return () => {
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [view.id]);
  if (isRefused) return null;
  return (
    <>
      <div className={classes.bar} role="status">
        <Icon name="lock" />
        <p>
          <strong>You see Wardline as {fullName(view.person)}.</strong> Nothing can be changed, and there is no patient
          data. Ends at {formatCardTime(view.expiresAt)}.
        </p>
        <Button variant="default" onClick={onEnd}>
          End View
        </Button>
      </div>
      <Content
        data={data}
        isFailed={error !== null}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        pagesOf={pagesOf}
      />
    </>
  );
}

interface ContentProps {
  pagesOf: PagesOf;
  data: PersonSeen | undefined;
  isFailed: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

function Content({ data, isFailed, isFetching, onRetry, pagesOf }: ContentProps) {
  if (data !== undefined) return <Seen seen={data} pages={pagesOf({ rbacPermissions: data.permissions })} />;
  if (isFailed) return <ErrorState order={1} title="Failed to load the view" onRetry={onRetry} retrying={isFetching} />;
  return <SkeletonBlock label="Loading the view" height="30rem" />;
}
