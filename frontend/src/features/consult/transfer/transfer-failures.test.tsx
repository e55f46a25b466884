import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { fillAll, filled, held } from '@/testing/fill-transfer';
import { makeStrokeConsult } from '@/testing/make-consult';
import { kim, makeTransferRead, serveTransfer, transferFields } from '@/testing/make-transfer';
import { server } from '@/testing/server';
import { refusal } from '@/testing/show-consult';
import {
  choose,
  findTransferDialog,
  press,
  sendTransfer,
  showTransferDialog,
  transferRequester,
} from '@/testing/show-transfer-dialog';
import { speedUpTimers } from '@/testing/speed-up-timers';

const HELP_DESK = 'Contact Help Desk.';
/** The sped-up timers make this ten times shorter. */
const WAIT = { timeout: 60_000 };

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

const requested = () => HttpResponse.json(makeTransferRead(), { status: 201 });

let log = vi.spyOn(console, 'warn');

beforeEach(() => {
  log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(http.get('*/api/me', () => HttpResponse.json(transferRequester)));
});

const failures = [
  ['an error of the server', () => refusal(500), 'Refused. It is safe to press Request Transfer again.'],
  [
    'no response',
    () => HttpResponse.error(),
    'The server did not respond. It is safe to press Request Transfer again.',
  ],
] as const;

it.each(failures)(
  '[TRF-19] [TRF-07] keeps everything after %s, and repeats the same request',
  async (_, fail, words) => {
    speedUpTimers();
    let respond: () => Response = fail;
    const { sent, dialog } = await showTransferDialog({ respond: () => respond() });
    await fillAll();
    await sendTransfer();
    expect(await screen.findByText(HELP_DESK, {}, WAIT)).toBeInTheDocument();
    const title = await dialog.findByText('The transfer may not have been requested.');
    expect(title.parentElement).toHaveTextContent(words);
    expect(held()).toEqual(filled);
    respond = requested;
    await sendTransfer();
    expect(await screen.findByText('Transfer requested.', onScreen, WAIT)).toBeInTheDocument();
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(JSON.stringify(log.mock.calls)).toContain('"request transfer"');
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Reyes|Cole|Marsh|Refused/);
  },
);

it('[TRF-19] warns before it sends changed answers after no response', async () => {
  speedUpTimers();
  let respond: () => Response = () => HttpResponse.error();
  const { sent, dialog } = await showTransferDialog({ respond: () => respond() });
  await fillAll();
  await sendTransfer();
  await dialog.findByText('The transfer may not have been requested.', {}, WAIT);
  const tries = sent.length;
  respond = requested;
  await choose('Air');
  await sendTransfer();
  const said = await dialog.findByText('Your earlier version may have been requested.', {}, WAIT);
  expect(said.parentElement).toHaveTextContent('press Request Transfer again to send this one as well.');
  expect(sent).toHaveLength(tries);
  await sendTransfer();
  await screen.findByText('Transfer requested.', onScreen, WAIT);
  expect(sent.at(-1)?.body).toMatchObject({ preferredTransportationMode: 'Air' });
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

it("[TRF-19] shows the server's field errors at the fields, without a general toast", async () => {
  const errors = [
    { field: 'referringPhysician', message: 'Not like this.' },
    { field: 'preferredFacility', message: 'Not one of your facilities.' },
  ];
  const { dialog } = await showTransferDialog({ respond: () => refusal(400, { errors }) });
  await fillAll();
  await sendTransfer();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Referring Physician/ })).toHaveAccessibleDescription('Not like this.'),
  );
  expect(screen.getByRole('group', { name: /^Preferred Facility/ })).toHaveAccessibleDescription(
    'Not one of your facilities.',
  );
  expect(dialog.getByRole('alert')).toHaveTextContent('Resolve form errors to proceed');
  expect(held()).toEqual(filled);
  expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
});

it('[TRF-19] [PERM-17] says why the server refuses a user who went off call, and keeps everything', async () => {
  const message = "Go on call for this consult's service line first.";
  const { dialog, answer, queryClient } = await showTransferDialog({ respond: () => refusal(403, { message }) });
  const disconnect = connectQueries(queryClient);
  await fillAll();
  answer.consult = makeStrokeConsult();
  await sendTransfer();
  const toast = (await screen.findByText(HELP_DESK)).closest('[role=alert]');
  expect(toast).toHaveTextContent(message);
  expect(await dialog.findByText('This can no longer be sent. Copy what you still need.')).toBeInTheDocument();
  expect(held()).toEqual(filled);
  disconnect();
});

it('[ERR-19] [TRF-19] says who requested a transfer first, shows it, and keeps everything', async () => {
  const first = { requestedByUser: kim, createdAt: '2024-03-05T14:02:00Z' };
  const { sent, dialog, answer, reads, queryClient } = await showTransferDialog({
    respond: () => refusal(409, { code: 'transfer_exists', ...first }),
  });
  const disconnect = connectQueries(queryClient);
  await fillAll();
  serveTransfer(makeTransferRead());
  answer.consult = makeStrokeConsult(transferFields(makeTransferRead()));
  await sendTransfer();
  expect(await screen.findByText('Kim Fox requested a transfer at 2:02pm.')).toBeInTheDocument();
  const banner = await dialog.findByRole('alert');
  await waitFor(() => expect(banner).toHaveTextContent('Kim Fox has requested a transfer.'));
  expect(banner).toHaveTextContent('This can no longer be sent. Copy what you still need.');
  expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
  expect(reads).toHaveBeenCalledTimes(2);
  expect(held()).toEqual(filled);
  expect(hasDirtyForms()).toBe(true);
  const button = dialog.getByRole('button', { name: 'Request Transfer' });
  expect(button).toBeDisabled();
  await userEvent.click(button);
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Transfer' })).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  // What can no longer be sent does not keep the user from leaving.
  expect(hasDirtyForms()).toBe(false);
  disconnect();
});

it('[TRF-19] keeps what was typed when it is closed and opened again', async () => {
  const { dialog } = await showTransferDialog();
  await fillAll();
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(hasDirtyForms()).toBe(true);
  await press('Transfer');
  await findTransferDialog();
  await waitFor(() => expect(held()).toEqual(filled));
});
