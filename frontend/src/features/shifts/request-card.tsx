import type { ReactNode } from 'react';

import type { CoverRead } from '@/api/generated/types.gen';

import classes from './shifts.module.css';
import { formatLength, formatShift, type Span } from './times';

import lists from '@/shared/ui/list.module.css';

interface RequestCardProps {
  request: CoverRead;
  title: string;
  /** What the user gives and takes on. */
  given: Span | null;
  taken: Span | null;
  /** Its buttons. */
  children: ReactNode;
}

/** One request for cover, as it concerns the user. */
export function RequestCard({ request, title, given, taken, children }: RequestCardProps) {
  return (
    <li className={lists.card}>
      <div className={lists.words}>
        <h3 className={classes.requestTitle}>{title}</h3>
        <Exchange zone={request.timeZone} given={given} taken={taken} />
        <p className={lists.muted}>
          {request.serviceLineName}, {request.scheduleName}
        </p>
      </div>
      <div className={lists.actions}>{children}</div>
    </li>
  );
}

interface ExchangeProps {
  /** The schedule's. */
  zone: string;
  given: Span | null;
  taken: Span | null;
}

/** What somebody takes on, and what they give for it. */
export function Exchange({ zone, given, taken }: ExchangeProps) {
  return (
    <dl className={classes.exchange}>
      {taken !== null && <Part name="You take" span={taken} zone={zone} />}
      {given !== null && <Part name="You give" span={given} zone={zone} />}
    </dl>
  );
}

function Part({ name, span, zone }: { name: string; span: Span; zone: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-figures="">
        {formatShift(span, zone)} ({formatLength(span)})
      </dd>
    </div>
  );
}
