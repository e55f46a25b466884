import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { messages } from '@/api/contract/messages.gen';
import type { DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { testConfig } from '@/testing/config';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { dana } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, mockEndpoint, refusal } from '@/testing/show-consult';
import { note, press } from '@/testing/sign-offs';
import { strokeConsult, completeNote } from '@/testing/stroke-note';

import { SignOffPanel } from '../sign-off-panel';

const kim = { ...dana, id: 99, firstName: 'Kim', lastName: 'Fox' };

const version = (about: Partial<DocumentVersion>): DocumentVersion => ({
  version: 1,
  docStatus: 'Current',
  docType: 'Note',
  content: completeNote,
  contentSha256: null,
  pdfStatus: null,
  undeliveredReason: null,
  sentToEmr: false,
  emrDelivery: null,
  author: dana,
  createdAt: '2024-03-05T14:02:00Z',
  ...about,
});

const faxTo = (number: number, faxNumber: string, docStatus: 'Sending' | 'Sent' | 'Failed' | 'Handled', about = {}) =>
  version({ version: number, docType: 'Fax', docStatus, content: { faxNumber, version: 1 }, ...about });

const noteWith = (...faxes: DocumentVersion[]): SignOffNoteRead => ({
  ...note,
  documentVersions: [version({}), ...faxes],
});

async function showPanel(
  first: SignOffNoteRead,
  allowedActions: Consult['allowedActions'] = ['faxSignoffNote'],
  config = testConfig,
) {
  server.use(http.get(`${CONSULT}/sign-off-notes`, () => HttpResponse.json([first])));
  const signOffNote = { status: first.status, signatory: null, signedOffAt: null };
  renderFeature(<SignOffPanel consult={{ ...strokeConsult, allowedActions, signOffNote }} />, { config });
  const panel = await screen.findByRole('region', { name: 'Sign-off' });
  await within(panel).findByText('Weakness since breakfast.');
  return panel;
}

const lines = (panel: HTMLElement) =>
  within(within(panel).getByRole('list', { name: 'Faxes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('[SIGN-46] [SIGN-40] [DET-48] lists each fax with its number, status, author and time', async () => {
  const panel = await showPanel(
    noteWith(
      faxTo(2, '(555) 010-0100', 'Sent'),
      faxTo(3, '(555) 010-0101', 'Sending', { author: kim, createdAt: '2024-03-05T15:00:00Z' }),
      faxTo(4, '(555) 010-0102', 'Failed', { undeliveredReason: 'line busy' }),
      faxTo(5, '(555) 010-0103', 'Sending', { undeliveredReason: 'no connection' }),
      faxTo(6, '(555) 010-0104', 'Handled', { undeliveredReason: 'busy' }),
    ),
    [],
  );
  expect(lines(panel)).toEqual([
    'Fax to (555) 010-0100 SentDana Lee, 9:02am Mar 5, 2024 EST',
    'Fax to (555) 010-0101 SendingKim Fox, 10:00am Mar 5, 2024 EST',
    'Fax to (555) 010-0102 Failed Line busyDana Lee, 9:02am Mar 5, 2024 EST',
    'Fax to (555) 010-0103 Sending Delayed: no connectionDana Lee, 9:02am Mar 5, 2024 EST',
    'Fax to (555) 010-0104 HandledDana Lee, 9:02am Mar 5, 2024 EST',
  ]);
  expect(within(panel).queryByRole('region', { name: 'Addendum' })).not.toBeInTheDocument();
});

it('shows no list if nothing was faxed', async () => {
  expect(within(await showPanel(noteWith())).queryByRole('list', { name: 'Faxes' })).not.toBeInTheDocument();
});

it('[BPERM-17] offers to resend only failed faxes, and only with the permission', async () => {
  const faxes = [faxTo(2, '(555) 010-0100', 'Sent'), faxTo(3, '(555) 010-0101', 'Sending')];
  const failed = faxTo(4, '(555) 010-0102', 'Failed');
  const panel = await showPanel(noteWith(...faxes, failed));
  expect(within(panel).getAllByRole('button', { name: /^Send Again/ })).toHaveLength(1);
});

it('[BPERM-17] offers nothing without the permission', async () => {
  const panel = await showPanel(noteWith(faxTo(2, '(555) 010-0102', 'Failed')), ['exportSignoffNote']);
  expect(within(panel).queryByRole('button', { name: /^Send Again/ })).not.toBeInTheDocument();
});

it('[SIGN-43] offers nothing if faxing is disabled', async () => {
  const actions = ['faxSignoffNote', 'addendSignoffNote'] satisfies Consult['allowedActions'];
  const panel = await showPanel(noteWith(faxTo(2, '(555) 010-0102', 'Failed')), actions, {
    ...testConfig,
    faxes: false,
  });
  expect(within(panel).queryByRole('button', { name: /^Send Again/ })).not.toBeInTheDocument();
  await press('More note actions');
  expect(await screen.findByRole('menuitem', { name: 'Addend' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: /Fax/ })).not.toBeInTheDocument();
});

it('[SIGN-40] offers to resend only the current version of the note', async () => {
  const [first] = noteWith().documentVersions;
  const addendum = version({ version: 3, docType: 'Addendum', content: 'More' });
  const panel = await showPanel({
    ...note,
    documentVersions: [
      ...(first === undefined ? [] : [{ ...first, docStatus: 'Superseded' as const }]),
      faxTo(2, '(555) 010-0102', 'Failed'),
      addendum,
      faxTo(4, '(555) 010-0103', 'Failed', { content: { faxNumber: '(555) 010-0103', version: 3 } }),
    ],
  });
  const offers = within(panel).getAllByRole('button', { name: /^Send Again/ });
  expect(offers.map((offer) => offer.getAttribute('aria-label'))).toEqual(['Send Again to (555) 010-0103']);
});

it('[SIGN-46] resends a failed fax, as often as it fails', async () => {
  const failed = noteWith(faxTo(2, '(555) 010-0102', 'Failed'));
  const sending = noteWith(faxTo(2, '(555) 010-0102', 'Sending'));
  const answers = [failed, sending];
  const requests = mockEndpoint('post', '/signoff-note/fax/2/send-again', () => HttpResponse.json(answers.shift()));
  const panel = await showPanel(failed);
  await press('Send Again to (555) 010-0102');
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Send Again/ })).toBeEnabled());
  await press('Send Again to (555) 010-0102');
  await waitFor(() => expect(lines(panel)[0]).toContain('Sending'));
  expect(screen.queryByRole('button', { name: /^Send Again/ })).not.toBeInTheDocument();
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
  expect(requests.map(({ key }) => key)).not.toContain(null);
});

it('[BERR-22] says why it cannot be resent, and retries with the same key', async () => {
  let answer = () => refusal(500);
  const requests = mockEndpoint('post', '/signoff-note/fax/2/send-again', () => answer());
  await showPanel(noteWith(faxTo(2, '(555) 010-0102', 'Failed')));
  speedUpTimers();
  await userEvent.click(screen.getByRole('button', { name: /^Send Again/ }));
  expect(await screen.findByText(messages.HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
  answer = () => refusal(409, { message: 'This delivery has not failed.' });
  const before = requests.length;
  for (const count of [1, 2]) {
    await waitFor(() => expect(screen.getByRole('button', { name: /^Send Again/ })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: /^Send Again/ }));
    await waitFor(() => expect(requests).toHaveLength(before + count));
    expect(await screen.findByText('This delivery has not failed.')).toBeInTheDocument();
    expect(await screen.findByText(messages.HELP_DESK)).toBeInTheDocument();
  }
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
});
