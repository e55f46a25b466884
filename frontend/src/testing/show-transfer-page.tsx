import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { TimelineEntryRead, TransferRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';

import { CONSULT_ID, makeEntry } from './make-consult';
import { permissions } from './me';
import { renderApp } from './render-app';
import { server } from './server';
import { CONSULT } from './show-consult';
import { transferRequester } from './show-transfer-dialog';
import { serveTransfers } from './worklist';

const coordinator = {
  ...transferRequester,
  rbacPermissions: permissions('List Transfer', 'View Consult', 'ViewSignoffNoteFor Consult'),
};

/** The entries about the request and about each step that the transfer has taken. */
const entriesOf = (transfer: TransferRead | null): TimelineEntryRead[] => {
  const steps = [
    makeEntry({ id: 4, taskType: 'transfer-completion', createdAt: '2024-03-05T15:10:00Z' }),
    makeEntry({ id: 3, taskType: 'transfer-acknowledgement', createdAt: '2024-03-05T14:02:00Z' }),
    makeEntry({ id: 2, taskType: 'transfer', createdAt: '2024-03-05T13:30:00Z' }),
  ];
  const count = transfer === null ? 0 : { requested: 1, acknowledged: 2, completed: 3 }[transfer.state];
  return [...steps.slice(3 - count), makeEntry()];
};

/**
 * The application with a consult opened from the list of transfers, which is empty. The test may change what the server responds;
 * `requests` are the paths that the browser fetched.
 */
export async function openTransferPage(consult: Consult, transfer: TransferRead | null) {
  const answer = { consult, transfer };
  const requests: string[] = [];
  server.use(
    http.get('*/api/*', ({ request }) => void requests.push(new URL(request.url).pathname.replace(/^\/api/, ''))),
    http.get(CONSULT, () => HttpResponse.json(answer.consult)),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json(entriesOf(answer.transfer))),
    http.get(`${CONSULT}/transfers`, () => HttpResponse.json(answer.transfer === null ? [] : [answer.transfer])),
    http.get(`${CONSULT}/sign-off-notes`, () => HttpResponse.json([])),
    http.get('*/api/facilities', () => HttpResponse.json(transferRequester.preferredFacilities)),
    http.get('*/api/locations/*', () => HttpResponse.json([])),
    http.get('*/api/on-call/checkin', () => HttpResponse.json([])),
    http.get('*/api/checkin', () => HttpResponse.json([])),
  );
  serveTransfers([]);
  const view = renderApp(`/transfer/${CONSULT_ID}`, { me: coordinator });
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
  return { ...view, answer, requests };
}
