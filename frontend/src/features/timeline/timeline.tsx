import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ConsultAction, TimelineEntryRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { foreignZoneName, viewerZone, zoneNameAt } from '@/shared/lib/dates';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

import { AddComment } from './add-comment';
import { timelineQuery } from './queries';
import classes from './timeline.module.css';
import { TimelineEntry } from './timeline-entry';
import { type TargetComment, useTargetComment } from './use-target-comment';

export interface TimelineProps {
  consultId: string;
  /** The actions that the server allows this user now. */
  allowedActions: readonly ConsultAction[];
  /** The IANA time zone of the location, used for clinical times next to the timeline. */
  zone?: string;
  /** The comment that the user was led to. */
  target?: TargetComment | undefined;
  /** The transfer, shown with the entry about its request. */
  transfer?: ReactNode;
  /**
   * A line below a comment, for example about who has seen it; `isTarget` if the user was led to it. What it marks with `data-unseen` stands
   * out.
   */
  below?: ((comment: TimelineEntryRead, isTarget: boolean) => ReactNode) | undefined;
}

/** What happened to a consult, newest first, and a card to add a comment. */
export function Timeline({ consultId, allowedActions, zone, target, transfer, below }: TimelineProps) {
  return (
    <section className={classes.timeline} aria-labelledby="timeline-title">
      <header>
        <h2 className={classes.title} id="timeline-title">
          Consult Request Timeline
        </h2>
        <p className={classes.disclaimer}>This timeline is not a replacement for EMR documentation.</p>
        {zone !== undefined && <OwnZone zone={zone} />}
      </header>
      <AddComment
        consultId={consultId}
        allowed={allowedActions.includes('comment')}
        mayAlert={allowedActions.includes('commentWithAlert')}
      />
      <Entries consultId={consultId} target={target} transfer={transfer} below={below} />
    </section>
  );
}

/** Names the user's time zone; shown only if times in another zone are on the screen as well. */
function OwnZone({ zone }: { zone: string }) {
  const now = useNow();
  if (foreignZoneName(now, zone) === null) return null;
  return <p className={classes.disclaimer}>Times are in {zoneNameAt(now, viewerZone())}, your time zone.</p>;
}

type EntriesProps = Pick<TimelineProps, 'consultId' | 'target' | 'transfer' | 'below'>;

function Entries({ consultId, target, transfer, below }: EntriesProps) {
  const { data: entries, isError, isFetching, refetch } = useQuery(timelineQuery(consultId));
  const { id: targetId, ref } = useTargetComment(entries, target);
  if (entries === undefined) {
    return isError ? (
      <ErrorState title="Failed to load timeline" onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <div role="status" className={classes.loading}>
        <Loader />
        <span className="wl-visually-hidden">Loading timeline</span>
      </div>
    );
  }
  if (entries.length === 0) return <EmptyState icon="clock" title="No Timeline Events" />;
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          entry={entry}
          ref={entry.id === targetId ? ref : undefined}
          below={isComment(entry) && below?.(entry, entry.id === targetId)}
        >
          {entry.taskType === 'transfer' ? transfer : undefined}
        </TimelineEntry>
      ))}
    </ol>
  );
}

function isComment({ taskType, kind }: TimelineEntryRead): boolean {
  return taskType === 'update' && kind === null;
}
