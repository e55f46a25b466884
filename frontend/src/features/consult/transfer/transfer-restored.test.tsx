import { waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { TeleStrokeConsult } from '@/api/generated/types.gen';
import { currentDrafts } from '@/drafts/dirty-forms';
import { clearOfferedDrafts, offerDraft } from '@/drafts/saved-drafts';
import { fillAll, filled, held } from '@/testing/fill-transfer';
import { dana, makeStrokeConsult } from '@/testing/make-consult';
import { makeTransferRead, serveTransfer, transferFields } from '@/testing/make-transfer';
import { mockEndpoint, showConsult } from '@/testing/show-consult';
import {
  findTransferDialog,
  sendTransfer,
  serveFacilities,
  showTransferDialog,
  transferable,
  transferRequester,
} from '@/testing/show-transfer-dialog';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

afterEach(clearOfferedDrafts);

/** Fills in the dialog and signs out, as after a long time without activity; its draft is offered to the next page. */
async function signOutWhileTyping() {
  const { unmount } = await showTransferDialog();
  await fillAll();
  const [draft] = currentDrafts();
  unmount();
  offerDraft({ ...draft!, until: Date.now() + 60_000, onRestored: () => undefined });
}

it('[TRF-19] [TRF-07] restores what was typed before a sign-out, and sends it', async () => {
  await signOutWhileTyping();
  const sent = mockEndpoint('post', '/transfer', () => HttpResponse.json(makeTransferRead(), { status: 201 }));
  showConsult(transferable, { me: transferRequester });
  await findTransferDialog();
  await waitFor(() => expect(held()).toEqual(filled));
  await sendTransfer();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    referringPhysician: 'Dr. Ada Reyes',
    referringLocationNumber: '(555) 010-0199',
    preferredFacility: 32,
    facilityLocation: 40,
    acceptingAttendingPhysician: 'Dr. Imani Cole',
    preferredTransportationMode: 'Ground',
    strokeLevel: 'Level 2',
  });
});

it.each([
  [
    'cancelled the consult',
    { state: 'completed', completeType: 'cancelled', completedByUser: dana, completedAt: '2024-03-05T14:02:00Z' },
    'Dana Lee cancelled at 2:02pm.',
  ],
  ['requested a transfer', transferFields(makeTransferRead()), 'Kim Fox has requested a transfer.'],
  [
    'requested a transfer of a completed consult',
    {
      ...transferFields(makeTransferRead()),
      state: 'completed',
      completeType: 'video',
      completedByUser: dana,
      completedAt: '2024-03-05T14:02:00Z',
    },
    'Kim Fox has requested a transfer.',
  ],
] satisfies [string, Partial<TeleStrokeConsult>, string][])(
  '[TRF-19] [ERR-19] restores it even if someone has %s since, to be copied',
  async (_, about, who) => {
    await signOutWhileTyping();
    serveFacilities(null);
    serveTransfer(makeTransferRead());
    showConsult(makeStrokeConsult(about), { me: transferRequester });
    const dialog = within(await findTransferDialog());
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(who));
    await waitFor(() => expect(held()).toEqual(filled));
    expect(dialog.getByRole('button', { name: 'Request Transfer' })).toBeDisabled();
  },
);
