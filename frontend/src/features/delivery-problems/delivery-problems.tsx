import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { DeliveryProblem } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from '@/features/delivery-problems/delivery-problems.module.css';
import { ConfirmPatient } from './confirm-patient';
import { deliveryProblemsQuery, useMarkHandled, useRetry, useRetryAll } from './queries';
import { canBeHandled, canBeRetried, hasFailed, lineOf, outcomeOf, stateOf, titleOf } from './labels';

import lists from '@/shared/ui/list.module.css';

/** Documents, faxes and EMR filings of signed notes that were not delivered. */
export function DeliveryProblems() {
  // Stored outside the list, because a refetch may remove the problem while it is being reviewed.
  const [reviewed, setReviewed] = useState<DeliveryProblem | null>(null);
  return (
    <>
      <ProblemList onReview={setReviewed} />
      {reviewed !== null && <ConfirmPatient problem={reviewed} onClose={() => setReviewed(null)} />}
    </>
  );
}

interface Reviewing {
  onReview: (problem: DeliveryProblem) => void;
}

function ProblemList({ onReview }: Reviewing) {
  const { data, error, isFetching, refetch } = useQuery(deliveryProblemsQuery);
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={3} label="Loading undelivered notes" />;
  if (data.length === 0)
    return (
      <EmptyState icon="check" title="Nothing needs attention">
        Failed documents, faxes, and EMR filings of signed notes are listed here.
      </EmptyState>
    );
  return (
    <>
      <div className={classes.head}>
        <p className={lists.muted}>
          {data.length < constants.MAX_DELIVERY_PROBLEMS
            ? 'Waiting items are retried automatically; failed items need your attention.'
            : `Only the newest ${String(data.length)} are listed. Waiting items are retried automatically.`}
        </p>
        {data.filter(canBeRetried).length > 1 && <RetryAll />}
      </div>
      <ul className={lists.list}>
        {data.map((problem) => (
          <ProblemRow key={`${problem.consultId} ${String(problem.version)}`} problem={problem} onReview={onReview} />
        ))}
      </ul>
    </>
  );
}

function RetryAll() {
  const { mutate, isPending } = useRetryAll();
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => mutate(undefined, { onSuccess: () => toastSuccess('Retrying all failed deliveries.') })}
    >
      Retry All
    </Button>
  );
}

function ProblemRow({ problem, onReview }: Reviewing & { problem: DeliveryProblem }) {
  const { mutateAsync: retryDelivery, isPending } = useRetry();
  const retry = async () => {
    await retryDelivery(problem);
    toastSuccess('Retrying the delivery.');
  };
  const { author, createdAt, consultId, version, location } = problem;
  return (
    <li className={classes.problem}>
      <div className={classes.words}>
        <h2 className={classes.title}>{titleOf(problem)}</h2>
        <div className={classes.state}>
          <StatusBadge tone={hasFailed(problem) ? 'danger' : 'warning'}>{stateOf(problem)}</StatusBadge>
        </div>
        <p>
          {lineOf(problem)}, {location}
        </p>
        <p className={lists.muted}>
          {fullName(author)}, {formatTimestamp(createdAt)}
        </p>
        <p className={classes.id}>
          Consult {consultId}, version {version}
        </p>
        <Attempts problem={problem} />
      </div>
      <div className={lists.actions}>
        {problem.canConfirmPatient && (
          <Button variant="default" onClick={() => onReview(problem)}>
            Review Patient
          </Button>
        )}
        {canBeHandled(problem) && <MarkHandled problem={problem} />}
        {canBeRetried(problem) && (
          <Button variant="default" loading={isPending} onClick={() => void retry().catch(() => undefined)}>
            Retry
          </Button>
        )}
      </div>
    </li>
  );
}

function Attempts({ problem: { undelivered } }: { problem: DeliveryProblem }) {
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

function MarkHandled({ problem }: { problem: DeliveryProblem }) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMarkHandled();
  const handle = () => {
    mutate(problem, {
      onSuccess: () => toastSuccess('Marked as handled.'),
      onSettled: () => setConfirming(false),
    });
  };
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Mark as Handled
      </Button>
      <ConfirmDialog
        opened={confirming}
        title="Mark as Handled?"
        confirmLabel="Mark as Handled"
        busy={isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={handle}
      >
        Use this if the document was delivered another way or is no longer needed. It will not be sent again, and the
        next document in the queue will be sent. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
