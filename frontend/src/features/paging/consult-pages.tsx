import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import type { EscalationRead, PagedPersonRead, PageTarget } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useMe } from '@/session/me';
import { useTimestamp } from '@/shared/hooks/use-times';
import { dayOf, formatCardTime, formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './consult-pages.module.css';
import { labelOf, labelsOf, progressOf } from './notice-progress';
import { consultPagesQuery } from './queries';
import { PAGES_ID } from './paging-progress';

/** Why somebody was paged who went by the plan, not by checking out. */
const PLANNED: ReadonlySet<PageTarget> = new Set<PageTarget>(['plannedAll', 'plannedEscalation']);

/** Who was paged about the consult, when, how, and what became of it. */
export function ConsultPages() {
  const { id } = useConsult();
  const { data, error, isFetching, refetch } = useQuery(consultPagesQuery(id));
  const titleId = useId();
  if (data === undefined) {
    if (error === null) return <SkeletonCards count={1} label="Loading pages" />;
    return <ErrorState title="Failed to load pages" onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const told = data.filter((escalation) => !isNeedless(escalation));
  if (told.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby={titleId} id={PAGES_ID} tabIndex={-1}>
      <h2 className={classes.title} id={titleId}>
        Pages
      </h2>
      {told.map((escalation) => (
        <Escalation key={escalation.id} escalation={escalation} />
      ))}
    </section>
  );
}

/** Something was done after the acknowledgment before anyone had to be told that nothing is. */
function isNeedless({ kind, people, endedAt }: EscalationRead): boolean {
  return kind === 'followUp' && endedAt !== null && people.length === 0;
}

function Escalation({ escalation }: { escalation: EscalationRead }) {
  const { kind, people, skipped, endedAt, nextAt, nextTargets } = escalation;
  const { acknowledgedByUser } = useConsult();
  const end = endOf(escalation, acknowledgedByUser);
  const userId = useMe().id;
  const format = useTimestamp();
  // Nothing is wrong yet, and usually nothing will be.
  const isPrecaution = kind === 'followUp' && people.length === 0;
  const nobody = skipped
    .filter(({ reason }) => reason === 'nobody')
    .flatMap(({ targets, at }) => targets.map((target): [PageTarget, string] => [target, at]));
  return (
    <div className={classes.escalation}>
      {!isPrecaution && <h3 className={classes.kind}>{titleFor(escalation, userId)}</h3>}
      <ul className={classes.people}>
        {people.map((person) => (
          <Person key={person.userId ?? 'backup'} person={person} escalation={escalation} />
        ))}
        {[...new Map(nobody)].map(([target, at]) => (
          <li key={target} className={classes.quiet}>{`${labelOf('PageTarget', target)}: nobody, ${format(at)}`}</li>
        ))}
      </ul>
      {nextAt !== null && (
        <p className={classes.quiet}>
          {`${isPrecaution ? 'Paged if nothing is done by' : 'Next at'} ${format(nextAt)}: ${labelsOf(nextTargets)}`}
        </p>
      )}
      {endedAt !== null && end !== null && <p className={classes.quiet}>{`${end}, ${format(endedAt)}`}</p>}
    </div>
  );
}

/** Why nobody is paged anymore, with the name of whoever acknowledged the consult. */
function endOf({ kind, endReason }: EscalationRead, acknowledgedBy: Consult['acknowledgedByUser']): string | null {
  if (endReason === null) return null;
  const label = labelOf('EndReason', endReason);
  const isNamed = kind === 'request' && endReason === 'acknowledged' && acknowledgedBy !== null;
  return isNamed ? `${label} by ${fullName(acknowledgedBy)}` : label;
}

/** What it is about; "to you" only for those who were told so. */
function titleFor({ kind, people }: EscalationRead, userId: number): string {
  const isOthers = kind === 'handOver' && people.every((person) => person.userId !== userId);
  return isOthers ? 'Consult Handed Over' : labelOf('EscalationKind', kind);
}

interface PersonProps {
  person: PagedPersonRead;
  escalation: Pick<EscalationRead, 'backupNumber' | 'endedAt'>;
}

function Person({ person, escalation: { backupNumber, endedAt } }: PersonProps) {
  const { firstName, lastName, target, notPaged } = person;
  const name =
    firstName === null || lastName === null ? `Backup number ${backupNumber ?? ''}` : fullName({ firstName, lastName });
  return (
    <li className={classes.person}>
      <p className={classes.name}>
        {name} {person.userId !== null && <span className={classes.quiet}>{labelOf('PageTarget', target)}</span>}
      </p>
      {notPaged === null ? (
        <Outcome person={person} isOver={endedAt !== null} />
      ) : (
        <p>{`Not paged: ${labelOf('NotPaged', notPaged).toLowerCase()}`}</p>
      )}
    </li>
  );
}

interface OutcomeProps {
  person: PagedPersonRead;
  /** Whether nothing more is sent to them. */
  isOver: boolean;
}

function Outcome({ person, isOver }: OutcomeProps) {
  const { target, firstAt, lastAt, timesPaged, seenAt, heardAt, goneAt, declinedAt, declineReason, notices } = person;
  const format = useTimestamp();
  const formatShort = (moment: string) =>
    dayOf(moment) === dayOf(firstAt) ? formatCardTime(moment) : formatTimestamp(moment);
  return (
    <>
      <p>{`Paged ${format(firstAt)}${timesPaged > 1 ? `, ${timesPaged} times, last ${formatShort(lastAt)}` : ''}.`}</p>
      {declinedAt !== null && <p>{`Declined ${formatShort(declinedAt)}: ${declineReason ?? ''}`}</p>}
      {heardAt !== null && <p className={classes.answer}>{`Heard ${formatShort(heardAt)}.`}</p>}
      {seenAt !== null && <p>{`Seen ${formatShort(seenAt)}.`}</p>}
      {goneAt !== null && (
        <p>{`${PLANNED.has(target) ? 'No longer planned or on call' : 'Went off call'} ${formatShort(goneAt)}.`}</p>
      )}
      {progressOf(notices, { format: formatShort, isOver: isOver || declinedAt !== null || goneAt !== null }).map(
        ({ contact, text, hasFailed }) => (
          <p key={contact} className={hasFailed ? classes.missed : classes.quiet}>
            {text}
          </p>
        ),
      )}
    </>
  );
}
