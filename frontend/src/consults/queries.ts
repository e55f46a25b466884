import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { getConsultOptions } from '@/api/generated/@tanstack/react-query.gen';
import type { ConsultAction, SignOffNoteRead } from '@/api/generated/types.gen';
import { applyResponse } from '@/api/apply-response';

import type { Consult } from './consult';

/** One consult. If it cannot be shown, the page says so in its place, instead of the general toast. */
export function consultQuery(consultId: string) {
  return queryOptions({
    ...getConsultOptions({ path: { consult_id: consultId }, meta: { quiet: [400, 404] } }),
    staleTime: 0,
    // The allowed actions depend on being on call.
    meta: { staleOn: ['me', `consult/${consultId}`, `patient-of/${consultId}`, `viewers/${consultId}`] },
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
