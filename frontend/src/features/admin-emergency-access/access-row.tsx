import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { choices } from '@/api/contract/choices/sessions.gen';
import type { EmergencyAccessRow, EmergencyReview, EmergencyVerdict, OpenedConsult } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

import classes from './emergency-accesses.module.css';
import { ReviewDialog } from './review-dialog';

const tones: Record<EmergencyVerdict, Tone> = { justified: 'success', unjustified: 'danger', followUp: 'warning' };

/** Where else there is more. */
export interface AccessLinks {
  consult: (id: string, text: string) => ReactNode;
  /** To the audit trail of whoever had this access, as long as they had it. */
  audit: (access: EmergencyAccessRow, text: string) => ReactNode;
}

export interface AccessRowProps {
  access: EmergencyAccessRow;
  links: AccessLinks;
}

/** One emergency access: nothing in it is about the patient. */
export function AccessRow({ access, links }: AccessRowProps) {
  const [isReviewing, setReviewing] = useState(false);
  const { user, organization, reason, explanation, startedAt, endedAt, readCount, consults, review } = access;
  return (
    <article className={classes.row} aria-label={`${fullName(user)}, ${formatTimestamp(startedAt)}`}>
      <div className={classes.head}>
        <h2>{fullName(user)}</h2>
        <Verdict access={access} />
      </div>
      <p className={classes.muted}>
        {organization}, {formatTimestamp(startedAt)} to {formatTimestamp(endedAt)}. {endOf(access)}
      </p>
      <p>
        {labelOf(choices.EmergencyReason, reason)}: {explanation}
      </p>
      <p>
        {readCount === 0 ? 'Nothing was read' : `Read ${pluralize(readCount, 'time')}`}:{' '}
        <Consults consults={consults} links={links} />
      </p>
      <Told access={access} />
      {review !== null && <Reviewed review={review} />}
      <div className={classes.actions}>
        {review === null && !access.isOwn && access.endedBy === null && (
          <span className={classes.muted}>It can be reviewed when it has ended.</span>
        )}
        {review === null && !access.isOwn && access.endedBy !== null && (
          <Button variant="default" onClick={() => setReviewing(true)}>
            Review
          </Button>
        )}
        {review === null && access.isOwn && (
          <span className={classes.muted}>This is your own. Someone else has to review it.</span>
        )}
        {links.audit(access, 'What they did during it')}
      </div>
      {isReviewing && <ReviewDialog access={access} onClose={() => setReviewing(false)} />}
    </article>
  );
}

function Verdict({ access: { review, endedBy } }: { access: EmergencyAccessRow }) {
  return (
    <>
      {endedBy === null && <StatusBadge tone="accent">Open now</StatusBadge>}
      {review === null ? (
        <StatusBadge tone="warning">Not reviewed</StatusBadge>
      ) : (
        <StatusBadge tone={tones[review.verdict]}>{labelOf(choices.EmergencyVerdict, review.verdict)}</StatusBadge>
      )}
    </>
  );
}

function Consults({ consults, links }: Pick<AccessRowProps, 'links'> & { consults: readonly OpenedConsult[] }) {
  return consults.map(({ id, line, mayOpen }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {mayOpen ? links.consult(id, nameOf(id, line)) : nameOf(id, line)}
    </span>
  ));
}

function Told({ access: { told } }: { access: EmergencyAccessRow }) {
  if (told === null)
    return <p className={classes.muted}>No privacy officer is set up, so nobody was notified by e-mail.</p>;
  if (told === 'delivered') return null;
  return (
    <p>
      {told === 'waiting' ? 'The privacy officer is being notified.' : 'The privacy officer could not be notified.'}
    </p>
  );
}

function Reviewed({ review: { by, at, note } }: { review: EmergencyReview }) {
  return (
    <p>
      {fullName(by)}, {formatTimestamp(at)}: {note}
    </p>
  );
}

function endOf({ endedBy }: EmergencyAccessRow): string {
  return endedBy === null ? 'Still open.' : `${labelOf(choices.EmergencyEnd, endedBy)}.`;
}

function nameOf(id: string, line: string): string {
  return `${line} consult ${id.slice(0, 8)}`;
}

function labelOf(options: readonly { readonly value: string; readonly label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
