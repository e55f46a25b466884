import { Link } from '@tanstack/react-router';

import type { GapAhead, MissingPerson, PlanNow } from '@/api/generated/types.gen';
import { routes } from '@/shared/lib/routes';
import { pluralize } from '@/shared/lib/pluralize';
import { PhoneLink } from '@/shared/ui/phone-link';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './people.module.css';
import { momentText } from './words';

interface LinePlanProps {
  lineId: number;
  plan: PlanNow;
  now: number;
}

/** What a line's call schedules say: who should be there and is not, who comes next, and for planners the week's gaps. */
export function LinePlan({ lineId, plan: { missing, nextHandOver, gaps }, now }: LinePlanProps) {
  return (
    <div className={classes.reach} data-figures="">
      {missing.map((person) => (
        <Missing key={`${person.name} ${person.callScheduleId ?? ''}`} person={person} lineId={lineId} />
      ))}
      {nextHandOver !== null && <HandOver {...nextHandOver} now={now} />}
      {gaps !== null && gaps.length > 0 && <Gaps gaps={gaps} now={now} />}
    </div>
  );
}

/** Who should be there, and for planners what they can do: call, or plan somebody else. */
function Missing({ person: { name, phoneNumber, callScheduleId }, lineId }: { person: MissingPerson; lineId: number }) {
  return (
    <span className={classes.missing}>
      <StatusBadge tone="warning" icon="clock">
        Expected, not on call:
      </StatusBadge>{' '}
      <span className={classes.name}>{name}</span>
      {phoneNumber !== null && (
        <span className={classes.fine}>
          <PhoneLink number={phoneNumber} />
        </span>
      )}
      {callScheduleId !== null && (
        <Link
          className={`${classes.plan ?? ''} ${classes.fine ?? ''} wl-thumb`}
          to={routes.callSchedules}
          search={{ line: String(lineId), change: String(callScheduleId) }}
          aria-label={`Plan Someone Else for ${name}`}
        >
          Plan Someone Else
        </Link>
      )}
    </span>
  );
}

function HandOver({ at, people, now }: { at: string; people: readonly string[]; now: number }) {
  const when = momentText(at, now);
  if (people.length > 0) return <span className={classes.fine}>{`Next: ${people.join(', ')}, ${when}`}</span>;
  return (
    <StatusBadge tone="warning" icon="alert">
      Nobody planned from {when}
    </StatusBadge>
  );
}

function Gaps({ gaps, now }: { gaps: readonly GapAhead[]; now: number }) {
  const [first] = gaps;
  if (first === undefined) return null;
  const about = first.primary ? '' : ' (escalations)';
  return (
    <span className={classes.fine}>
      {`${pluralize(gaps.length, 'gap')} this week, the first${about} from ${momentText(first.startsAt, now)} to ${momentText(first.endsAt, now)}`}
    </span>
  );
}
