import { queryOptions, useMutation } from '@tanstack/react-query';

import { listFacilitiesOptions } from '@/api/generated/queries/places.gen';
import { declineTransfer, requestTransfer } from '@/api/generated/sdk/transfers.gen';
import type { Consult } from '@/consults/consult';
import { ACTION_REFUSALS, settleFailure } from '@/consults/settling';
import { useShowTransfer } from '@/consults/queries';
import { useAttempt } from '@/drafts/attempts';
import type { DialogValues } from '@/service-lines/define';

/** What each facility asks for now. A dialog that cannot fetch it uses what the user's own data says. */
export function facilitiesQuery() {
  // The options contain the server's address, which is known only after the start.
  return queryOptions(listFacilitiesOptions({ meta: { quiet: true } }));
}

/** The dialog shows field errors (400), and stays open after any failure. */
export function useRequestTransfer(consultId: string) {
  const attempt = useAttempt({ final: true });
  return useMutation({
    mutationFn: async (request: DialogValues) => {
      const { zRequestTransfer } = await import('@/api/generated/zod.gen');
      const call = { path: { consult_id: consultId }, body: zRequestTransfer.parse(request) };
      return attempt(request, async (idempotencyKey) =>
        requestTransfer({ ...call, meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey } }),
      );
    },
    onSuccess: useShowTransfer(),
    onError: settleFailure(consultId, 'request transfer'),
  });
}

/** Notes that the facility declined, and asks another one. */
export function useDeclineTransfer(consult: Pick<Consult, 'id' | 'transfer'>) {
  const attempt = useAttempt();
  return useMutation({
    mutationFn: async (decline: DialogValues) => {
      const { zDeclineTransfer } = await import('@/api/generated/zod.gen');
      const path = { consult_id: consult.id, transfer_id: consult.transfer?.id ?? '' };
      const body = zDeclineTransfer.parse(decline);
      return attempt(decline, async (idempotencyKey) =>
        declineTransfer({ path, body, meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey } }),
      );
    },
    onSuccess: useShowTransfer(),
    onError: settleFailure(consult.id, 'decline transfer'),
  });
}
