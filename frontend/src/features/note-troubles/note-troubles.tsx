import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { NoteTrouble } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from './note-troubles.module.css';
import { ConfirmPatient } from './confirm-patient';
import { troublesQuery, useMarkHandled, useTryAgain, useTryAllAgain } from './queries';
import { canBeHandled, canBeTriedAgain, lineOf, outcomeOf, stateOf, titleOf } from './words';

/** Documents, faxes and filings of signed notes that have not arrived. */
export function NoteTroubles() {
  // Not in the list, which may lose it while somebody decides.
  const [reviewed, setReviewed] = useState<NoteTrouble | null>(null);
  return (
    <>
      <Troubles onReview={setReviewed} />
      {reviewed !== null && <ConfirmPatient trouble={reviewed} onClose={() => setReviewed(null)} />}
    </>
  );
}

interface Reviewing {
  onReview: (trouble: NoteTrouble) => void;
}

function Troubles({ onReview }: Reviewing) {
  const { data, error, isFetching, refetch } = useQuery(troublesQuery);
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={3} label="Loading undelivered notes" />;
  if (data.length === 0)
    return (
      <EmptyState icon="check" title="Everything has been delivered">
        Failed documents, faxes, and EMR filings of signed notes are listed here.
      </EmptyState>
    );
  return (
    <>
      <div className={classes.head}>
        <p className={classes.muted}>
          {data.length < constants.NOTE_TROUBLES_LISTED
            ? 'Waiting items are retried automatically; failed items need your attention.'
            : `Only the newest ${String(data.length)} are listed. Waiting items are retried automatically.`}
        </p>
        {data.filter(canBeTriedAgain).length > 1 && <TryAllAgain />}
      </div>
      <ul className={classes.list}>
        {data.map((trouble) => (
          <Trouble key={`${trouble.consultId} ${String(trouble.version)}`} trouble={trouble} onReview={onReview} />
        ))}
      </ul>
    </>
  );
}

function TryAllAgain() {
  const { mutate, isPending } = useTryAllAgain();
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => mutate(undefined, { onSuccess: () => toastSuccess('Retrying everything that failed.') })}
    >
      Try All Again
    </Button>
  );
}

function Trouble({ trouble, onReview }: Reviewing & { trouble: NoteTrouble }) {
  const { mutateAsync: tryAgain, isPending } = useTryAgain();
  const retry = async () => {
    await tryAgain(trouble);
    toastSuccess('Trying again.');
  };
  const { author, createdAt, consultId, version, location } = trouble;
  return (
    <li className={classes.trouble}>
      <div className={classes.words}>
        <h2 className={classes.title}>{titleOf(trouble)}</h2>
        <p>
          {lineOf(trouble)}, {location}
        </p>
        <p className={classes.muted}>
          {author.firstName} {author.lastName}, {formatTimestamp(createdAt)}
        </p>
        <p className={classes.id}>
          Consult {consultId}, version {version}
        </p>
        <Attempts trouble={trouble} />
      </div>
      <div className={classes.state}>
        <StatusBadge tone={canBeTriedAgain(trouble) ? 'danger' : 'warning'}>{stateOf(trouble)}</StatusBadge>
        {trouble.canConfirmPatient && (
          <Button variant="default" onClick={() => onReview(trouble)}>
            Review Patient
          </Button>
        )}
        {canBeHandled(trouble) && <MarkHandled trouble={trouble} />}
        {canBeTriedAgain(trouble) && (
          <Button variant="default" loading={isPending} onClick={() => void retry().catch(() => undefined)}>
            Try Again
          </Button>
        )}
      </div>
    </li>
  );
}

function Attempts({ trouble: { undelivered } }: { trouble: NoteTrouble }) {
  if (undelivered === null || undelivered.attempts.length === 0) return null;
  const { attempts, attemptCount } = undelivered;
  return (
    <details className={classes.attempts}>
      <summary>{attempts.length < attemptCount ? `The last ${String(attempts.length)} attempts` : 'Attempts'}</summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.number} value={attempt.number}>
            {formatTimestamp(attempt.beganAt)}: {outcomeOf(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function MarkHandled({ trouble }: { trouble: NoteTrouble }) {
  const [asked, setAsked] = useState(false);
  const { mutate, isPending } = useMarkHandled();
  const handle = () => {
    mutate(trouble, {
      onSuccess: () => toastSuccess('Marked as handled.'),
      onSettled: () => setAsked(false),
    });
  };
  return (
    <>
      <Button variant="subtle" onClick={() => setAsked(true)}>
        Mark as Handled
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Mark as Handled?"
        confirmLabel="Mark as Handled"
        busy={isPending}
        onCancel={() => setAsked(false)}
        onConfirm={handle}
      >
        Use this when the document arrived another way or is no longer needed. It will not be sent again, and the next
        document in line takes its place. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
