import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import { listTransfersOptions } from '@/api/generated/@tanstack/react-query.gen';
import { acknowledgeTransfer, completeTransfer } from '@/api/generated/sdk.gen';
import type { TransferRead } from '@/api/generated/types.gen';
import { choices } from '@/api/contract/choices.gen';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';

import { useCan } from '@/session/me';

import type { Consult } from './consult';
import { isCancelled } from './consult-state';
import { ACTION_REFUSALS, settleFailure } from './settling';

/** How long several parts of a page share one fetch, unless an event makes it stale. */
const SHARED_MS = 10_000;

/** The consult's transfers: one or none. */
function transfersQuery(consultId: string) {
  return queryOptions({
    ...listTransfersOptions({ path: { consult_id: consultId }, meta: { quiet: [404] } }),
    staleTime: SHARED_MS,
    meta: { staleOn: [`transfer/${consultId}`] },
  });
}

/** The consult's transfer. Like its note, it is fetched only if the consult says that there is one. */
export function useTransfer({ id, hasTransfer }: Pick<Consult, 'id' | 'hasTransfer'>) {
  const { data, ...query } = useQuery({ ...transfersQuery(id), enabled: hasTransfer });
  return { ...query, transfer: data?.at(0) };
}

/**
 * Fetches the transfer together with its consult, for users who read about it first; returns whether the page can be shown without
 * moving when the transfer arrives.
 */
export function useEarlyTransfer(consultId: string): boolean {
  const isReceiving = useCan('List', 'Transfer');
  const { isPending } = useQuery({ ...transfersQuery(consultId), enabled: isReceiving });
  return !isReceiving || !isPending;
}

/** Shows the transfer that the server returned after the user's own action, and refreshes what depends on it. */
export function useShowTransfer() {
  const queryClient = useQueryClient();
  return (transfer: TransferRead) => {
    const { consultId } = transfer;
    applyResponse(queryClient, transfersQuery(consultId).queryKey, () => [transfer]);
    markStale([`consult/${consultId}`, `timeline/${consultId}`], 0);
  };
}

/** What takes a transfer further without a form. */
const steps = { acknowledgeTransfer, completeTransfer } as const;

export type TransferStep = keyof typeof steps;

/** The sentence that confirms each step. */
export const stepDone: Readonly<Record<TransferStep, string>> = {
  acknowledgeTransfer: 'Transfer acknowledged.',
  completeTransfer: 'Transfer completed.',
};

interface StepOfTransfer {
  step: TransferStep;
  consultId: string;
  transferId: string;
}

/** Takes a transfer one step further; pressing again after a failure repeats the same step. */
export function useTransferStep() {
  const attempt = useAttempt({ final: true, independent: true });
  return useMutation({
    mutationFn: async ({ step, consultId, transferId }: StepOfTransfer) =>
      attempt({ step, transferId }, async (idempotencyKey) =>
        steps[step]({
          path: { consult_id: consultId, transfer_id: transferId },
          meta: { quiet: ACTION_REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: useShowTransfer(),
    onError: (failure, { step, consultId }) => settleFailure(consultId, step)(failure),
  });
}

type RunningTransfer = Pick<Consult, 'state' | 'completeType'> & { Encounter: Pick<Consult['Encounter'], 'status'> };

/** Requested, Acknowledged, Completed, or Closed: the consult was cancelled or the patient discharged before it was completed. */
export function transferLabel({ transfer, ...consult }: RunningTransfer & Pick<Consult, 'transfer'>): string | null {
  if (transfer === null) return null;
  const ended = isCancelled(consult) || consult.Encounter.status === 'finished';
  if (ended && transfer.state !== 'completed') return 'Closed';
  return transferStateLabel(transfer);
}

export function transferStateLabel({ state }: Pick<TransferRead, 'state'>): string {
  return choices.TransferState.find(({ value }) => value === state)?.label ?? state;
}

/** The tone of a transfer's label. */
export function transferTone(label: string): 'success' | 'neutral' | 'accent' {
  if (label === 'Completed') return 'success';
  return label === 'Closed' ? 'neutral' : 'accent';
}

/** What to know about transport by ground; each installation words it itself. */
export function groundNotice(stringDictionary: Readonly<Record<string, string>>): string {
  return stringDictionary.TRANSFER_REQUEST_1 ?? 'The patient travels by ground ambulance.';
}
