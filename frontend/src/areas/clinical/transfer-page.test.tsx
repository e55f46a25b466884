import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { EventName, EventPayload } from '@/api/events';
import { factsIn } from '@/testing/facts';
import { connectLive } from '@/testing/live-server';
import { makeCard, makeTransfer } from '@/testing/make-card';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import {
  acknowledgedTransfer,
  completedTransfer,
  makeTransferConsult,
  requestedTransfer,
  serveTransfer,
  TRANSFER_ID,
} from '@/testing/make-transfer';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, refusal } from '@/testing/show-consult';
import { actionButtons } from '@/testing/show-transfer-dialog';
import { openTransferPage } from '@/testing/show-transfer-page';
import { serveTransfers } from '@/testing/worklist';

const findSection = () => screen.findByRole('region', { name: 'Transfer' });
const timeline = () => screen.getByRole('region', { name: 'Consult Request Timeline' });
const findEntry = async (title: string) =>
  (await within(timeline()).findByRole('heading', { name: title })).closest('li')!;

const titles = () =>
  within(timeline())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

it('[TRF-18] [TIME-18] [TIME-19] [TIME-20] shows the consult of a transfer with its timeline and actions', async () => {
  const transfer = { ...acknowledgedTransfer, preferredTransportationMode: 'Ground' } as const;
  await openTransferPage(makeTransferConsult(transfer, 'completeTransfer', 'declineTransfer'), transfer);
  const entry = await findEntry('Transfer Requested');
  await waitFor(() =>
    expect(factsIn(entry)).toEqual([
      ['Preferred Facility', 'Mercy'],
      ['Facility Location', 'Mercy'],
      ['Preferred Transportation Mode', 'Ground'],
      ['Stroke Level', 'Level 1'],
      ['Referring Physician', 'Dr. Ada Reyes'],
      ['Referring Location Number', '(555) 010-0140'],
      ['Requested', 'Kim Fox, 1:30pm Mar 5, 2024'],
      ['Acknowledged', 'Dana Lee, 2:02pm Mar 5, 2024'],
    ]),
  );
  expect(entry).toHaveTextContent('Ground crews need the imaging disc.');
  expect(factsIn(await findEntry('Transfer Acknowledged'))).toEqual([]);
  expect(await actionButtons()).toEqual(['Complete Transfer', 'Facility Declined']);
  expect(factsIn(await findSection())).toEqual(factsIn(entry));
});

it('[BAPI-25] [DET-49] opening a consult fetches its updates, transfers and sign-offs, and who was paged', async () => {
  const signOffNote = { status: 'Draft', signatory: null, signedOffAt: null } as const;
  const consult = { ...makeTransferConsult(requestedTransfer), signOffNote };
  const { requests } = await openTransferPage(consult, requestedTransfer);
  await findSection();
  expect(factsIn(await findEntry('Transfer Requested'))).not.toEqual([]);
  const parts = requests.filter((path) => path.startsWith(`/consults/${CONSULT_ID}/`)).sort();
  expect(parts).toEqual(
    ['pages', 'sign-off-notes', 'transfers', 'updates'].map((part) => `/consults/${CONSULT_ID}/${part}`),
  );
});

const about = {
  consultId: CONSULT_ID,
  serviceLineId: 2,
  locationId: 11,
  organizationId: 1,
  actorId: 900,
  transferId: TRANSFER_ID,
} satisfies EventPayload<'transfer:created'>;

const events = [
  ['RT-12', 'transfer:created', null, requestedTransfer, ['Transfer Requested', 'Consult Requested'], 'Requested'],
  [
    'RT-13',
    'transfer:acknowledged',
    requestedTransfer,
    acknowledgedTransfer,
    ['Transfer Acknowledged', 'Transfer Requested', 'Consult Requested'],
    'Acknowledged',
  ],
  [
    'RT-14',
    'transfer:completed',
    acknowledgedTransfer,
    completedTransfer,
    ['Transfer Completed', 'Transfer Acknowledged', 'Transfer Requested', 'Consult Requested'],
    'Completed',
  ],
] as const satisfies readonly (readonly [string, EventName, ...unknown[]])[];

it.each(events)('[%s] [TIME-25] [TRF-09] %s shows the step on the page and in the timeline', async (...each) => {
  const [, name, before, after, shown, label] = each;
  const live = await connectLive();
  onTestFinished(live.close);
  const { answer } = await openTransferPage(makeTransferConsult(before), before);
  await findEntry('Consult Requested');
  answer.consult = makeTransferConsult(after);
  answer.transfer = after;
  await live.send(name, about);
  await waitFor(() => expect(titles()).toEqual(shown));
  await waitFor(async () =>
    expect(within(await findSection()).getByRole('heading').nextElementSibling).toHaveTextContent(label),
  );
});

it('[TRF-18] keeps showing the transfer if it cannot be fetched again', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { queryClient } = await openTransferPage(makeTransferConsult(requestedTransfer), requestedTransfer);
  const facts = factsIn(await findSection());
  const refuse = vi.fn(() => refusal(404));
  server.use(http.get(`${CONSULT}/transfers`, refuse));
  await live.send('transfer:acknowledged', about);
  await waitFor(() => expect(refuse).toHaveBeenCalled());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(factsIn(await findSection())).toEqual(facts);
  expect(screen.queryByText('Failed to load transfer')).not.toBeInTheDocument();
});

const transferCentre = makeMe({ rbacPermissions: permissions('Transfer Consult', 'View Consult', 'List Consult') });

it.each([true, false])(
  '[PERM-21] [BPERM-10] [PERM-17] a user with Transfer Consult sees the comment button only if they may add comments: %s',
  async (allowed) => {
    const others = ['commentWithAlert', 'acknowledgeTransfer', 'completeTransfer', 'declineTransfer'] as const;
    const consult = makeTransferConsult(requestedTransfer, ...others, ...(allowed ? (['comment'] as const) : []));
    serveTransfer(requestedTransfer);
    server.use(
      http.get(CONSULT, () => HttpResponse.json(consult)),
      http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
      http.get('*/api/locations/*', () => HttpResponse.json([])),
      http.post('*/api/consults/$search', () => HttpResponse.json({ consults: [], hasMore: false })),
    );
    renderApp(`/consult/${CONSULT_ID}`, { me: transferCentre });
    await screen.findByRole('heading', { name: 'Consult Requested' });
    expect(screen.queryAllByRole('button', { name: 'Add Comment' })).toHaveLength(allowed ? 1 : 0);
    // Marking transfer-centre users does not let them request a transfer.
    expect(screen.queryByRole('button', { name: 'Transfer' })).not.toBeInTheDocument();
  },
);

const listed = makeTransfer(makeCard({ hasTransfer: true }), { id: TRANSFER_ID });

/** The card of the listed transfer says that it is new. */
const isNew = () => screen.getByRole('link', { name: /Marsh, Rosa/ }).textContent.includes('New');

it('[TRF-18] [RT-12] a transfer whose consult is opened is no longer new in the list', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { router } = await openTransferPage(makeTransferConsult(requestedTransfer), requestedTransfer);
  await act(() => router.navigate({ to: '/transfer' }));
  serveTransfers([listed]);
  await live.send('transfer:created', about);
  await screen.findByRole('link', { name: /Marsh, Rosa/ });
  // The event about it arrives only now.
  expect(isNew()).toBe(false);
});

it('[NOTIF-13] [RT-12] a transfer that is requested after its consult was opened is new, until that is opened again', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { router, answer } = await openTransferPage(makeTransferConsult(null), null);
  await act(() => router.navigate({ to: '/transfer' }));
  await screen.findByRole('heading', { name: 'No Transfers' });
  Object.assign(answer, { consult: makeTransferConsult(requestedTransfer), transfer: requestedTransfer });
  serveTransfers([listed]);
  await live.send('transfer:created', about);
  const card = await screen.findByRole('link', { name: /Marsh, Rosa/ });
  expect(isNew()).toBe(true);
  await userEvent.click(card);
  await findSection();
  await waitFor(() => expect(isNew()).toBe(false));
});
