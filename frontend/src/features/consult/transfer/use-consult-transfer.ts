import { useState } from 'react';

import type { Consult } from '@/consults/consult';
import { useTransferSteps } from '@/consults/queries';
import { type TransferStep, transferSteps } from '@/consults/transfer-state';

import type { FailedAction } from '../action';
import { isActionRefusal } from '../queries';

export interface ConsultTransfer {
  run: (step: TransferStep) => void;
  /** The step that is on its way; null if there is none. */
  busy: TransferStep | null;
  failed: FailedAction | null;
}

/** Acknowledges and completes the consult's transfer; `onDone` is called with a sentence about it. */
export function useConsultTransfer(
  { id, transfer }: Pick<Consult, 'id' | 'transfer'>,
  onDone: (sentence: string) => void,
): ConsultTransfer {
  const [failed, setFailed] = useState<FailedAction | null>(null);
  const { run, pendingOf } = useTransferSteps({
    onDone: (step) => {
      setFailed(null);
      onDone(transferSteps[step].done);
    },
    onFailed: (step, failure) => setFailed(isActionRefusal(failure) ? null : { key: step, failure }),
  });
  return {
    run: (step) => {
      if (transfer !== null) run({ step, consultId: id, transferId: transfer.id });
    },
    busy: transfer === null ? null : pendingOf(transfer.id),
    failed,
  };
}
