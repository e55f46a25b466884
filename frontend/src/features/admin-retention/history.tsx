import type { RetentionRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';

import { Part } from './part';
import classes from './retention.module.css';
import { kindLabel, ownerLabel, periodText } from './words';

import lists from '@/shared/ui/list.module.css';

/** What runs have removed. */
export function Runs({ runs }: Pick<RetentionRead, 'runs'>) {
  return (
    <Part title="Last runs">
      {runs.length === 0 && <p>Retention has never been applied.</p>}
      <ul className={lists.list}>
        {runs.map(({ id, startedAt, endedAt, removed }) => (
          <li key={id} className={classes.entry}>
            <p className={lists.name}>
              Run {id}, {formatTimestamp(startedAt)}
            </p>
            <p>{removedText(removed)}</p>
            {endedAt === null && (
              <p className={classes.problem}>
                It has not ended. If no command is running on the server, the next one continues it.
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What was set before. */
export function Changes({ changes }: Pick<RetentionRead, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <Part title="Changes to periods">
      <ul className={lists.list}>
        {changes.map(({ kind, organizationName, days, reason, by, at }) => (
          <li key={`${at}-${kind}-${String(organizationName)}`} className={classes.entry}>
            <p>
              {kindLabel(kind)}, {ownerLabel(organizationName)}: {periodText(days)}
            </p>
            <p className={classes.fine}>
              {by.firstName} {by.lastName}, {formatTimestamp(at)}
              {reason !== null && `: ${reason}`}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function removedText(removed: RetentionRead['runs'][number]['removed']): string {
  if (removed === null) return 'Only people who administer every organization see what was removed.';
  if (removed.length === 0) return 'Nothing was removed.';
  return removed.map(({ kind, count }) => `${kindLabel(kind)}: ${count.toLocaleString('en-US')}`).join('; ');
}
