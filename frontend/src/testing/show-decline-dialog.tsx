import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';

import type { TransferRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';

import { makeEncounter, makeStrokeConsult, stroke } from './make-consult';
import {
  makeDeclined,
  makeProtocol,
  makeTransferRead,
  serveTransfer,
  TRANSFER_ID,
  transferFields,
} from './make-transfer';
import { mockEndpoint, showConsult } from './show-consult';
import { choose, fill, other, press, serveFacilities, transferRequester, university } from './show-transfer-dialog';

/** Asked second, after Other had declined. */
export const asked = makeTransferRead({
  declinedOffers: [makeDeclined(1, other, { otherPreferredFacility: 'Mercy West' })],
  preferredTransportationMode: 'Ground',
});
/** The same after Mercy has declined. */
export const askedNext: TransferRead = {
  ...asked,
  preferredFacility: university,
  declinedOffers: [...asked.declinedOffers, makeDeclined(2, asked.preferredFacility, { reason: 'On divert' })],
};

export const findDeclineDialog = () => screen.findByRole('dialog', { name: 'Facility Declined' });

/** Shows a consult with this transfer and the dialog about the facility that declined. */
export async function openDecline(
  respond: () => Response = () => HttpResponse.json(askedNext),
  transfer = asked,
  me = transferRequester,
) {
  const TransferProtocols = [makeProtocol('LVO', 'Other', 5), makeProtocol('Thrombolytic', 'University Hospital', 42)];
  const consult = makeStrokeConsult({
    ...transferFields(transfer),
    Encounter: makeEncounter(stroke, { TransferProtocols }),
    allowedActions: ['declineTransfer'],
  });
  serveFacilities(me.preferredFacilities);
  const served = serveTransfer(transfer);
  const sent = mockEndpoint('post', `/transfers/${TRANSFER_ID}/decline`, respond);
  const view = showConsult(consult, { me });
  const disconnect = connectQueries(view.queryClient);
  await screen.findByRole('region', { name: 'Transfer' });
  await press('Facility Declined');
  return { ...view, sent, served, disconnect, dialog: within(await findDeclineDialog()) };
}

export async function fillDecline() {
  await fill(/^Why did/, 'On divert');
  await choose(/^University/);
  await fill(/^Accepting/, 'Dr. Imani Cole');
}
