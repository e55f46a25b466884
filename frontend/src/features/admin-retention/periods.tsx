import { Button, Title } from '@mantine/core';
import { useState } from 'react';

import type { KindRead, PeriodRead, RetentionRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';

import { Part } from './part';
import { PeriodDialog } from './period-dialog';
import classes from './retention.module.css';
import { kindLabel, ownerLabel, periodText } from './words';

import lists from '@/shared/ui/list.module.css';

/** How long each kind is kept, with what is known about the law. */
export function Periods({ kinds, periods }: Pick<RetentionRead, 'kinds' | 'periods'>) {
  const [chosen, setChosen] = useState<PeriodRead | null>(null);
  const rules = kinds.find(({ kind }) => kind === chosen?.kind);
  // What was fetched since is what the dialog changes, so that it notices another's change.
  const current = periods.find(({ kind, organizationId }) => isSame(chosen, kind, organizationId));
  return (
    <Part title="Periods">
      {kinds.map((kind) => (
        <Kind
          key={kind.kind}
          kind={kind}
          periods={periods.filter((period) => period.kind === kind.kind)}
          onChange={setChosen}
        />
      ))}
      {current !== undefined && rules !== undefined && (
        <PeriodDialog period={current} rules={rules} onClose={() => setChosen(null)} />
      )}
    </Part>
  );
}

function isSame(chosen: PeriodRead | null, kind: string, organizationId: number | null): boolean {
  return chosen?.kind === kind && chosen.organizationId === organizationId;
}

interface KindProps {
  kind: KindRead;
  periods: readonly PeriodRead[];
  onChange: (period: PeriodRead) => void;
}

function Kind({ kind: { kind, contains, advice, source }, periods, onChange }: KindProps) {
  return (
    <div className={classes.kind}>
      <Title order={3} size="h4">
        {kindLabel(kind)}
      </Title>
      <p>{contains}</p>
      <p className={classes.fine}>
        {advice}
        {source !== null && ` (${source})`}
      </p>
      <ul className={lists.list}>
        {periods.map((period) => (
          <Period key={period.organizationId} period={period} onChange={() => onChange(period)} />
        ))}
      </ul>
    </div>
  );
}

function Period({ period, onChange }: { period: PeriodRead; onChange: () => void }) {
  const { kind, organizationName, days, by, at, reason, mayChange } = period;
  const owner = ownerLabel(organizationName);
  return (
    <li className={classes.entry}>
      <div className={classes.row}>
        <div className={lists.words}>
          <p className={lists.name}>{owner}</p>
          <p>{periodText(days)}</p>
          {by !== null && at !== null && (
            <p className={classes.fine}>
              Set by {by.firstName} {by.lastName}, {formatTimestamp(at)}
              {reason !== null && `: ${reason}`}
            </p>
          )}
        </div>
        {mayChange ? (
          <Button variant="default" onClick={onChange} aria-label={`Change: ${kindLabel(kind)}, ${owner}`}>
            Change
          </Button>
        ) : (
          <p className={classes.fine}>Changed by whoever manages retention for all organizations.</p>
        )}
      </div>
    </li>
  );
}
