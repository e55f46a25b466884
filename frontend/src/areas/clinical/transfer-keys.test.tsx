import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import {
  acknowledgedTransfer,
  completedTransfer,
  makeTransferConsult,
  requestedTransfer,
  TRANSFER_ID,
} from '@/testing/make-transfer';
import { mockEndpoint } from '@/testing/show-consult';
import { findTransferDialog } from '@/testing/show-transfer-dialog';
import { openTransferPage } from '@/testing/show-transfer-page';

it('[TRF-01] [TRF-02] t opens the request where it is offered', async () => {
  await openTransferPage(makeTransferConsult(null, 'requestTransfer'), null);
  expect(await screen.findByRole('button', { name: 'Transfer' })).toHaveAttribute('aria-keyshortcuts', 't');
  await userEvent.keyboard('t');
  expect(await findTransferDialog()).toBeInTheDocument();
});

it('[TRF-01] [TRF-02] t does nothing where it is not offered', async () => {
  await openTransferPage(makeTransferConsult(null, 'cancel'), null);
  await screen.findByRole('button', { name: 'Cancel Consult' });
  await userEvent.keyboard('t?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }));
  const labels = sheet.getAllByRole('term').map(({ textContent }) => textContent);
  expect(labels).toContain('Print Consult Request');
  expect(labels).not.toContain('Transfer');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

const keys = [
  ['a', 'acknowledgeTransfer', 'acknowledge', requestedTransfer, acknowledgedTransfer],
  ['d', 'completeTransfer', 'complete', acknowledgedTransfer, completedTransfer],
] as const;

it.each(keys)('[TRF-15] [PERM-18] %s takes the transfer further if that is offered: %s', async (key, ...step) => {
  const [action, path, before, after] = step;
  const { answer, queryClient } = await openTransferPage(makeTransferConsult(before), before);
  const sent = mockEndpoint('post', `/transfers/${TRANSFER_ID}/${path}`, () => HttpResponse.json(after));
  await screen.findByRole('region', { name: 'Transfer' });
  await userEvent.keyboard(key);
  answer.consult = makeTransferConsult(before, action);
  await queryClient.invalidateQueries();
  const name = { acknowledgeTransfer: 'Acknowledge Transfer', completeTransfer: 'Complete Transfer' }[action];
  expect(await screen.findByRole('button', { name })).toHaveAttribute('aria-keyshortcuts', key);
  expect(sent).toHaveLength(0);
  answer.consult = makeTransferConsult(after);
  answer.transfer = after;
  await userEvent.keyboard(key);
  await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument());
  expect(sent).toHaveLength(1);
});

it('[TRF-15] a acknowledges the consult while that is offered, and the transfer only afterwards', async () => {
  const both = makeTransferConsult(requestedTransfer, 'acknowledge', 'acknowledgeTransfer');
  const { answer } = await openTransferPage(both, requestedTransfer);
  answer.consult = makeTransferConsult(requestedTransfer, 'acknowledgeTransfer');
  const consultSent = mockEndpoint('post', '/acknowledge', () => HttpResponse.json(answer.consult));
  const transferSent = mockEndpoint('post', `/transfers/${TRANSFER_ID}/acknowledge`, () =>
    HttpResponse.json(acknowledgedTransfer),
  );
  await screen.findByRole('button', { name: 'Acknowledge' });
  await userEvent.keyboard('a');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
  expect([consultSent.length, transferSent.length]).toEqual([1, 0]);
  await userEvent.keyboard('a');
  await waitFor(() => expect(transferSent).toHaveLength(1));
  expect(consultSent).toHaveLength(1);
});
