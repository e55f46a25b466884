import { http, HttpResponse } from 'msw';

import type { TransferCard } from '@/api/generated/types.gen';

import { makeTransferRead } from './make-transfer';
import { server } from './server';

/** Serves a step of a listed transfer; returns the paths and keys of the requests. */
export function serveStep(respond: (transferId: string) => Response | Promise<Response>) {
  const sent: { path: string; key: string | null }[] = [];
  server.use(
    http.post('*/api/consults/:consult/transfers/:transfer/:step', ({ request, params }) => {
      const { consult, transfer, step } = params;
      sent.push({ path: `${String(consult)} ${String(transfer)} ${String(step)}`, key: keyOf(request) });
      return respond(String(transfer));
    }),
  );
  return sent;
}
const keyOf = (request: Request) => request.headers.get('Idempotency-Key');
export const stepDone = ({ consult, id, state }: TransferCard) =>
  HttpResponse.json(makeTransferRead({ id, consultId: consult.id, state }));
