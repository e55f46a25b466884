import type { Consult } from '@/consults/consult';
import { useTransferStep } from '@/consults/queries';
import { transferSteps } from '@/consults/transfer-state';

import type { ActionContext } from '../action';

/** Acknowledges and completes the consult's transfer; `onDone` is called with a sentence about it. */
export function useTransferSteps(
  { id, transfer }: Pick<Consult, 'id' | 'transfer'>,
  onDone: (sentence: string) => void,
): ActionContext['transfer'] {
  const { mutate, isPending, variables } = useTransferStep();
  return {
    run: (step) => {
      if (transfer === null || isPending) return;
      mutate({ step, consultId: id, transferId: transfer.id }, { onSuccess: () => onDone(transferSteps[step].done) });
    },
    busy: isPending ? variables.step : null,
  };
}
