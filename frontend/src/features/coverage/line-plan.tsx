import type { GapAhead, PlanNow } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './people.module.css';
import { momentText } from './words';

interface LinePlanProps {
  plan: PlanNow;
  now: number;
}

/** What a line's call schedules say: who should be there and is not, who comes next, and for planners the week's gaps. */
export function LinePlan({ plan: { missing, nextHandOver, gaps }, now }: LinePlanProps) {
  return (
    <div className={classes.reach} data-figures="">
      {missing.map((name) => (
        <StatusBadge key={name} tone="warning" icon="clock">
          Expected, not on call: {name}
        </StatusBadge>
      ))}
      {nextHandOver !== null && <HandOver {...nextHandOver} now={now} />}
      {gaps !== null && gaps.length > 0 && <Gaps gaps={gaps} now={now} />}
    </div>
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
