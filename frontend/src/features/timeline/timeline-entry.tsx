import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { formatTimestamp, minutesBetween } from '@/shared/lib/dates';
import { StatusBadge } from '@/shared/ui/status-badge';

import { entryText, entryTitle } from './entry-words';
import classes from './timeline.module.css';

const HOUR = 60;
const DAY = 24 * HOUR;

/** One thing that happened: what, who, when. Text is shown as it was written, never as markup. */
export function TimelineEntry({ entry }: { entry: TimelineEntryRead }) {
  const { author, taskType, createdAt, alert, notified } = entry;
  const text = entryText(entry);
  return (
    <li className={classes.entry} data-task={taskType}>
      <div className={classes.head}>
        <h3 className={classes.what}>{entryTitle(entry)}</h3>
        {alert === true && (
          <StatusBadge tone="warning">{notified === true ? 'Urgent, notified' : 'Urgent'}</StatusBadge>
        )}
      </div>
      <p className={classes.who}>
        {`${author.firstName} ${author.lastName}`} <Moment at={createdAt} />
      </p>
      {text !== '' && <p className={classes.text}>{text}</p>}
    </li>
  );
}

function Moment({ at }: { at: string }) {
  const ago = agoWords(minutesBetween(at, useNow()));
  return (
    <time dateTime={at} className={classes.when}>
      {formatTimestamp(at)}
      {ago !== '' && <span className={classes.ago}>{` · ${ago}`}</span>}
    </time>
  );
}

/** How long ago it was, for a day; blank afterwards. */
function agoWords(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < HOUR) return `${minutes} min ago`;
  return minutes < DAY ? `${Math.floor(minutes / HOUR)} h ago` : '';
}
