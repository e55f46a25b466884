import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';

import { getConsultOptions } from '@/api/generated/queries/consults.gen';
import { listTransfersOptions } from '@/api/generated/queries/transfers.gen';
import { listOnCall } from '@/api/generated/sdk/on-call.gen';
import { acknowledgeTransfer, completeTransfer } from '@/api/generated/sdk/transfers.gen';
import type { ConsultAction, SignOffNoteRead, TransferRead } from '@/api/generated/types.gen';
import { applyResponse } from '@/api/apply-response';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';

import type { Consult } from './consult';
import { ACTION_REFUSALS, settleFailure } from './settling';
import type { TransferStep } from './transfer-state';

/** One consult. If it cannot be shown, the page says so in its place, instead of the general toast. */
export function consultQuery(consultId: string) {
  return queryOptions({
    ...getConsultOptions({ path: { consult_id: consultId }, meta: { quiet: [400, 404] } }),
    staleTime: 0,
    // The allowed actions depend on being on call, on being paged, and on whether whoever is responsible is on call.
    meta: {
      staleOn: [
        'me',
        'on-call',
        `consult/${consultId}`,
        `patient-of/${consultId}`,
        `viewers/${consultId}`,
        `paging/${consultId}`,
      ],
    },
  });
}

const onCallOptions = {
  staleTime: 0,
  // The user's own check-ins and permissions determine which lines are included.
  meta: { staleOn: ['me', 'on-call'] },
} as const;

/** Who is on call for each line that the user may view or request. A failure is shown in the place of the answer. */
export const onCallQuery = queryOptions({
  ...onCallOptions,
  queryKey: ['on-call'],
  queryFn: ({ signal }) => listOnCall({ signal, meta: { quiet: true } }),
});

/** The same for one line, of those whose names match a search text. */
export function onCallForQuery(serviceLineId: number, name: string) {
  return queryOptions({
    ...onCallOptions,
    queryKey: ['on-call', serviceLineId, name],
    queryFn: ({ signal }) => listOnCall({ query: { serviceLineId, name }, signal, meta: { quiet: true } }),
    placeholderData: keepPreviousData,
  });
}

/** Updates the cached consult after the user's own action. If it is not cached, nothing happens. */
export function updateConsult(queryClient: QueryClient, consultId: string, change: (consult: Consult) => Consult) {
  applyResponse(queryClient, consultQuery(consultId).queryKey, (consult) => consult && change(consult));
}

/** Shows the consult that the server returned after the user's own action. */
export function showConsult(queryClient: QueryClient, consult: Consult) {
  applyResponse(queryClient, consultQuery(consult.id).queryKey, () => consult);
}

/** Shows the consult as signed off: it has the note, and `signAction`, the action that signed it, is no longer allowed. */
export function showSigned(
  queryClient: QueryClient,
  consultId: string,
  { status, signatory, signedOffAt }: SignOffNoteRead,
  signAction: ConsultAction,
) {
  updateConsult(queryClient, consultId, (consult) => ({
    ...consult,
    allowedActions: consult.allowedActions.filter((action) => action !== signAction),
    signOffNote: { status, signatory, signedOffAt },
  }));
}

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

/** Shows the transfer that the server returned after the user's own action, and refreshes what depends on it. */
export function useShowTransfer() {
  const queryClient = useQueryClient();
  return (transfer: TransferRead) => {
    const { consultId } = transfer;
    applyResponse(queryClient, transfersQuery(consultId).queryKey, () => [transfer]);
    markStale([`consult/${consultId}`, `timeline/${consultId}`], 0);
  };
}

const stepCalls = { acknowledgeTransfer, completeTransfer } as const;

interface StepOfTransfer {
  step: TransferStep;
  consultId: string;
  transferId: string;
}

interface TransferStepsOptions {
  onDone: (step: TransferStep) => void;
  onFailed?: (step: TransferStep, failure: unknown) => void;
}

/** Takes transfers further, each one step at a time; pressing again after a failure repeats the same step. */
export function useTransferSteps({ onDone, onFailed }: TransferStepsOptions) {
  const attempt = useAttempt({ final: true, independent: true });
  const show = useShowTransfer();
  const [pending, setPending] = useState<readonly StepOfTransfer[]>([]);
  const { mutate } = useMutation({
    mutationFn: async ({ step, consultId, transferId }: StepOfTransfer) =>
      attempt({ step, transferId }, async (idempotencyKey) =>
        stepCalls[step]({
          path: { consult_id: consultId, transfer_id: transferId },
          meta: { quiet: ACTION_REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: (transfer, { step }) => {
      show(transfer);
      onDone(step);
    },
    onError: (failure, { step, consultId }) => {
      settleFailure(consultId, step)(failure);
      onFailed?.(step, failure);
    },
    onSettled: (_, _failure, taken) => setPending((steps) => steps.filter((step) => step !== taken)),
  });
  /** The step of this transfer that is on its way; null if there is none. */
  const pendingOf = (transferId: string) => pending.find((step) => step.transferId === transferId)?.step ?? null;
  return {
    pendingOf,
    run: (step: StepOfTransfer) => {
      if (pendingOf(step.transferId) !== null) return;
      // Another step may have ended since this was rendered.
      setPending((steps) => [...steps, step]);
      mutate(step);
    },
  };
}
