import type { PersonCovering, Reachability } from '@/api/generated/types.gen';
import { minutesBetween } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './people.module.css';
import { channelName, duration, sinceText } from './words';

/** A browser of someone on call is heard of once an hour; after this many minutes, none of theirs is open. */
const QUIET_MINUTES = 75;

interface PeopleProps {
  people: readonly PersonCovering[];
  now: number;
}

/** Those on call for a line, and for planners how each would be reached. */
export function People({ people, now }: PeopleProps) {
  return (
    <ul className={classes.people} aria-label="On call">
      {people.map((person) => (
        <li key={person.id}>
          <p>
            <span className={classes.name}>{fullName(person)}</span>{' '}
            <span className={classes.muted}>
              {person.roleLabel}, since {sinceText(person.since, now)}
            </span>{' '}
            {!person.primary && <StatusBadge>Escalation Only</StatusBadge>}
          </p>
          {person.reachability !== null && <Reach reachability={person.reachability} now={now} />}
        </li>
      ))}
    </ul>
  );
}

function Reach({ reachability: { channels, lastHeardAt }, now }: { reachability: Reachability; now: number }) {
  const minutes = minutesBetween(lastHeardAt, now);
  const heard = `${duration(lastHeardAt, now)} ago`;
  return (
    <p className={classes.reach} data-figures="">
      {channels.length === 0 ? (
        <StatusBadge tone="danger" icon="alert">
          No verified contact
        </StatusBadge>
      ) : (
        <span className={classes.fine}>Reached by {channels.map(channelName).join(', ')}</span>
      )}
      {minutes > QUIET_MINUTES ? (
        <StatusBadge tone="warning" icon="clock">
          Last heard of {heard}
        </StatusBadge>
      ) : (
        <span className={classes.fine}>{minutes < 1 ? 'Heard of just now' : `Last heard of ${heard}`}</span>
      )}
    </p>
  );
}
