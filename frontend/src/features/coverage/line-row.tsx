import { useId } from 'react';

import type { CoverageStatus, LineCoverage } from '@/api/generated/types.gen';
import { Icon, type IconName } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import { LinePlan } from './line-plan';
import classes from './line-row.module.css';
import { People } from './people';
import { duration, explanation, hoursText, statusLabel } from './words';

interface LineProps {
  line: LineCoverage;
  now: number;
}

/** One line: its sign and its name, who is on call, and what waits. */
export function LineRow({ line, now }: LineProps) {
  const nameId = useId();
  const note = explanation(line);
  return (
    <li
      className={classes.line}
      data-status={line.status}
      data-overdue={line.requests.overdue > 0 || undefined}
      aria-labelledby={nameId}
    >
      <div className={classes.name}>
        <h2 id={nameId}>{line.name}</h2>
        <p className={classes.muted}>{hoursText(line.hours, now)}</p>
      </div>
      <Sign status={line.status} />
      <div className={classes.people}>
        {line.people.length > 0 && <People people={line.people} now={now} />}
        {note !== null && <p className={classes.muted}>{note}</p>}
        {line.plan !== null && <LinePlan lineId={line.serviceLineId} plan={line.plan} now={now} />}
      </div>
      <Requests line={line} now={now} />
    </li>
  );
}

const shapes: Record<CoverageStatus, IconName> = {
  nobody: 'alert',
  screenOnly: 'eye',
  escalationOnly: 'limit',
  covered: 'check-circle',
  closed: 'lock',
};

/** Shape, word and color. */
function Sign({ status }: { status: CoverageStatus }) {
  return (
    <p className={classes.sign}>
      <Icon name={shapes[status]} />
      {statusLabel(status)}
    </p>
  );
}

function Requests({ line: { requests }, now }: LineProps) {
  const { waiting, waitingSince, overdue, inProgress } = requests;
  return (
    <div className={classes.requests} data-figures="">
      <p className={classes.waiting} data-waiting={waiting > 0 || undefined}>
        <span className={classes.figure}>{waiting}</span>{' '}
        <span>
          waiting
          {waitingSince !== null && (
            <>
              {waiting > 1 ? ', oldest ' : ' for '}
              <span className={classes.wait}>{duration(waitingSince, now)}</span>
            </>
          )}
          {overdue > 0 && (
            <>
              {' '}
              <StatusBadge tone="danger" icon="alert">
                {overdue} over the limit
              </StatusBadge>
            </>
          )}
        </span>
      </p>
      <p className={classes.muted}>{inProgress} in progress</p>
    </div>
  );
}
