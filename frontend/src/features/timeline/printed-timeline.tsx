import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { timelineQuery } from './queries';
import classes from './timeline.module.css';
import { TimelineEntry } from './timeline-entry';

export interface PrintedTimelineProps {
  consultId: string;
  /** Called once the entries are loaded, or could not be loaded. */
  onReady: () => void;
}

/** The timeline for print, with every entry in full. */
export function PrintedTimeline({ consultId, onReady }: PrintedTimelineProps) {
  const { data: entries, isPending } = useQuery(timelineQuery(consultId));
  const report = useEffectEvent(onReady);
  useEffect(() => {
    if (!isPending) report();
  }, [isPending]);
  return (
    <section>
      <h2 className={classes.title}>Consult Request Timeline</h2>
      <p className={classes.disclaimer}>This timeline is not a replacement for EMR documentation.</p>
      {entries === undefined && <p>Failed to load timeline</p>}
      {entries?.length === 0 && <p>No Timeline Events</p>}
      <ol className={classes.entries}>
        {entries?.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
