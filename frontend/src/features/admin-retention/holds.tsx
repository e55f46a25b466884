import { Button } from '@mantine/core';
import { useState } from 'react';

import type { HoldRead, RetentionRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { StatusBadge } from '@/shared/ui/status-badge';

import { EndHoldDialog } from './end-hold-dialog';
import { HoldDialog, type Organization } from './hold-dialog';
import { Part } from './part';
import classes from './retention.module.css';
import { subjectText } from './words';

import lists from '@/shared/ui/list.module.css';

/** What may not be removed, whatever the periods say. */
export function Holds({ holds, periods }: Pick<RetentionRead, 'holds' | 'periods'>) {
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<HoldRead | null>(null);
  return (
    <Part
      title="Legal holds"
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          Begin a hold
        </Button>
      }
    >
      {holds.length === 0 && <p>Nothing is held. A hold keeps records even after their period is over.</p>}
      <ul className={lists.list}>
        {holds.map((hold) => (
          <Hold key={hold.id} hold={hold} onEnd={() => setEnding(hold)} />
        ))}
      </ul>
      {isAdding && <HoldDialog organizations={organizationsOf(periods)} onClose={() => setAdding(false)} />}
      {ending !== null && <EndHoldDialog hold={ending} onClose={() => setEnding(null)} />}
    </Part>
  );
}

function organizationsOf(periods: RetentionRead['periods']): Organization[] {
  return periods.flatMap(({ kind, organizationId, organizationName }) =>
    kind === 'consults' && organizationId !== null && organizationName !== null
      ? [{ value: organizationId, label: organizationName }]
      : [],
  );
}

function Hold({ hold, onEnd }: { hold: HoldRead; onEnd: () => void }) {
  const { organizationName, reason, by, at, endedAt, endedBy, endReason } = hold;
  return (
    <li className={classes.entry}>
      <div className={classes.row}>
        <div className={lists.words}>
          <p className={lists.name}>
            {organizationName}
            <StatusBadge tone={endedAt === null ? 'warning' : 'neutral'}>
              {endedAt === null ? 'Held' : 'Ended'}
            </StatusBadge>
          </p>
          <p>{subjectText(hold)}</p>
          <p className={classes.fine}>
            Begun by {by.firstName} {by.lastName}, {formatTimestamp(at)}: {reason}
          </p>
          {endedAt !== null && endedBy !== null && (
            <p className={classes.fine}>
              Ended by {endedBy.firstName} {endedBy.lastName}, {formatTimestamp(endedAt)}: {endReason}
            </p>
          )}
        </div>
        {endedAt === null && (
          <Button variant="default" onClick={onEnd} aria-label={`End the hold: ${organizationName}, ${reason}`}>
            End
          </Button>
        )}
      </div>
    </li>
  );
}
