import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { choices } from '@/api/contract/choices.gen';
import type { EscalationRead, PagedPersonRead } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { useTimestamp } from '@/shared/hooks/use-times';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './consult-pages.module.css';
import { consultPagesQuery } from './queries';

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
    <section className={classes.panel} aria-labelledby={titleId}>
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
  const { kind, people, skipped, endedAt, endReason, nextAt, nextTargets } = escalation;
  const format = useTimestamp();
  // Nothing is wrong yet, and usually nothing will be.
  const isPrecaution = kind === 'followUp' && people.length === 0;
  const nobody = skipped.filter(({ reason }) => reason === 'nobody').flatMap(({ targets }) => targets);
  return (
    <div className={classes.escalation}>
      {!isPrecaution && <h3 className={classes.kind}>{labelOf('EscalationKind', kind)}</h3>}
      <ul className={classes.people}>
        {people.map((person) => (
          <Person key={person.userId ?? 'backup'} person={person} backupNumber={escalation.backupNumber} />
        ))}
        {[...new Set(nobody)].map((target) => (
          <li key={target} className={classes.quiet}>{`${labelOf('PageTarget', target)}: nobody`}</li>
        ))}
      </ul>
      {nextAt !== null && (
        <p className={classes.quiet}>
          {`${isPrecaution ? 'Paged if nothing is done by' : 'Next, at'} ${format(nextAt)}: ${nextTargets.map((target) => labelOf('PageTarget', target).toLowerCase()).join(', ')}`}
        </p>
      )}
      {endedAt !== null && endReason !== null && (
        <p className={classes.quiet}>{`${labelOf('EndReason', endReason)}, ${format(endedAt)}`}</p>
      )}
    </div>
  );
}

function Person({ person, backupNumber }: { person: PagedPersonRead; backupNumber: string | null }) {
  const { firstName, lastName, target, notPaged } = person;
  const name =
    firstName === null || lastName === null ? `Backup number ${backupNumber ?? ''}` : fullName({ firstName, lastName });
  return (
    <li className={classes.person}>
      <p className={classes.name}>
        {name} <span className={classes.quiet}>{labelOf('PageTarget', target)}</span>
      </p>
      {notPaged === null ? (
        <Outcome person={person} />
      ) : (
        <p>{`Not paged: ${labelOf('NotPaged', notPaged).toLowerCase()}`}</p>
      )}
    </li>
  );
}

function Outcome({
  person: { firstAt, timesPaged, isReached, seenAt, heardAt, declinedAt, declineReason, notices },
}: {
  person: PagedPersonRead;
}) {
  const format = useTimestamp();
  const channels = [...new Set(notices.map(({ channel }) => labelOf('PageChannel', channel).toLowerCase()))];
  const failures = notices.filter(({ failedAt }) => failedAt !== null);
  const due = notices.flatMap(({ channel, dueAt }) => (dueAt === null ? [] : [{ channel, dueAt }]));
  const isDelivered = isReached || notices.some(({ deliveredAt }) => deliveredAt !== null);
  return (
    <>
      <p>{`Paged ${format(firstAt)}${timesPaged > 1 ? `, ${timesPaged} times` : ''}, by ${channels.join(', ')}.`}</p>
      {declinedAt !== null && (
        <p className={classes.answer}>{`Declined ${format(declinedAt)}: ${declineReason ?? ''}`}</p>
      )}
      {heardAt !== null && <p className={classes.answer}>{`Heard ${format(heardAt)}.`}</p>}
      {seenAt !== null && <p className={classes.answer}>{`Seen ${format(seenAt)}.`}</p>}
      {seenAt === null && heardAt === null && declinedAt === null && !isDelivered && (
        <p className={classes.missed}>Not delivered yet.</p>
      )}
      {due.map(({ channel, dueAt }) => (
        <p
          className={classes.quiet}
          key={`${channel} ${dueAt}`}
        >{`${labelOf('PageChannel', channel)} due ${format(dueAt)}.`}</p>
      ))}
      {failures.map(({ channel, reason, queuedAt }) => (
        <p className={classes.missed} key={`${channel} ${queuedAt}`}>
          {`${labelOf('PageChannel', channel)} failed: ${reason ?? ''}`}
        </p>
      ))}
    </>
  );
}

type Named = 'EscalationKind' | 'PageTarget' | 'PageChannel' | 'EndReason' | 'NotPaged';

function labelOf(list: Named, value: string): string {
  return choices[list].find((choice) => choice.value === value)?.label ?? '';
}
