import type { ForecastPerson } from '@/api/generated/types.gen';
import { formatCardTime } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import { reachesNobody, type ShownStep } from './steps';
import classes from './who-would-be-paged.module.css';
import { reachOf, targetsOf, whenOf } from './words';

import lists from '@/shared/ui/list.module.css';

const SECOND = 1_000;

interface StepRowProps {
  step: ShownStep;
  /** When the request is made, in the location's zone. */
  start: string;
  zone: string;
}

/** One step: when, for whom, and whom it pages. */
export function StepRow({ step, start, zone }: StepRowProps) {
  const { after, targets, people, skipped, backupNumber } = step;
  const [first = 0] = after;
  return (
    <li className={classes.step}>
      <div className={classes.when}>
        <p className={classes.strong}>{whenOf(after)}</p>
        <p className={classes.muted}>{formatCardTime(Date.parse(start) + first * SECOND, zone)}</p>
      </div>
      <div className={classes.what}>
        <p className={classes.muted}>{targetsOf(targets)}</p>
        {backupNumber !== null && (
          <p>
            <span className={classes.strong}>{backupNumber}</span> is called, again and again until a key is pressed
            there.
          </p>
        )}
        {backupNumber !== null && people.length > 0 && <p className={classes.muted}>Told again</p>}
        {people.length > 0 && (
          <ul className={lists.tight} aria-label={backupNumber === null ? 'Paged' : 'Told again'}>
            {people.map((person) => (
              <Person key={person.userId} person={person} />
            ))}
          </ul>
        )}
        {skipped === 'outsideHours' && <p>Left out, because it is outside the hours of this step.</p>}
        {reachesNobody(step) && (
          <p className={classes.nobody}>
            <Icon name="alert" size="sm" />
            <span>
              <strong>Nobody.</strong> The next step follows at once.
            </span>
          </p>
        )}
      </div>
    </li>
  );
}

function Person({ person }: { person: ForecastPerson }) {
  const { isPlanned, hasAsked, notPaged } = person;
  const reach = reachOf(person);
  return (
    <li>
      <span className={classes.strong}>{fullName(person)}</span>{' '}
      {notPaged === null && <span>{reach ?? 'only on an open screen'}</span>}{' '}
      {isPlanned && <StatusBadge>Planned</StatusBadge>}{' '}
      {hasAsked && (
        <StatusBadge tone="warning" icon="alert">
          Has asked for cover
        </StatusBadge>
      )}{' '}
      {/* No badge, which would cut it off where two answers are side by side. */}
      {notPaged !== null && (
        <span className={classes.barred}>
          <Icon name="lock" size="sm" />
          <span>Not paged: may view the consult only on call</span>
        </span>
      )}
    </li>
  );
}
