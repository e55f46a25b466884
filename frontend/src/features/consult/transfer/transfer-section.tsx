import { Skeleton } from '@mantine/core';
import { use, useId } from 'react';

import { useConsult } from '@/consults/consult-context';
import { useTransfer } from '@/consults/queries';
import { transferLabel, transferTone } from '@/consults/transfer-state';
import { PrintZone } from '@/shared/hooks/use-times';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';

import { TransferAsRequested, TransferFacts } from './transfer-facts';
import classes from './transfer-section.module.css';

/** The transfer of the page's consult, for everyone who may view the consult; empty if none has been requested. */
export function TransferSection() {
  const consult = useConsult();
  const { transfer, error, isFetching, refetch } = useTransfer(consult);
  const onPaper = use(PrintZone) !== null;
  const titleId = useId();
  if (consult.transfer === null) return null;
  if (transfer === undefined) {
    if (error === null) return <SkeletonCards count={3} label="Loading transfer" />;
    const retry = onPaper ? undefined : () => void refetch();
    return <ErrorState title="Failed to load transfer" onRetry={retry} retrying={isFetching} />;
  }
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 className={classes.title} id={titleId}>
          Transfer
        </h2>
        <StatusBadge icon="transfer" tone={transferTone(transfer)}>
          {transferLabel(transfer)}
        </StatusBadge>
      </div>
      <TransferFacts transfer={transfer} />
    </section>
  );
}

/** The transfer in the timeline's entry about its request. */
export function TransferOfEntry() {
  const { transfer, error } = useTransfer(useConsult());
  if (transfer !== undefined) return <TransferAsRequested transfer={transfer} />;
  if (error !== null) return <p className={classes.failed}>Failed to load transfer</p>;
  return <Skeleton height="13rem" radius="sm" />;
}
