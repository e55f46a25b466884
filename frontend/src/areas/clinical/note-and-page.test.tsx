import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { refreshStale } from '@/api/live';
import { showRestoredNotice } from '@/drafts/restored-notice';
import { clearOfferedDrafts, savedDraft, offerDraft } from '@/drafts/saved-drafts';
import { hasDirtyForms, currentDrafts } from '@/drafts/dirty-forms';
import { CONSULT_ID } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { CONSULT, refusal } from '@/testing/show-consult';
import { received, comments, contentOf, press, stopClock, tick, typeComment } from '@/testing/show-note';
import { consultWithNote, noteOpen, showNotePage } from '@/testing/show-note-page';
import { note as signedNote } from '@/testing/sign-offs';
import { emptyNote } from '@/testing/empty-note';
import { draftNote, KIM, taken, completeNote } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(clearOfferedDrafts);

const KEY = `consult/${CONSULT_ID}/note`;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const close = () => userEvent.click(screen.getByText('Close', { selector: 'button *' }));
const panel = () => screen.findByRole('region', { name: 'Sign-off' });
const button = () => screen.queryByRole('button', { name: /Signoff Note$/ });

const signed = {
  ...signedNote,
  documentVersions: [
    { ...draftNote(completeNote).documentVersions[0]!, docStatus: 'Current' as const, contentSha256: '0'.repeat(64) },
  ],
};

it('[SIGN-10] [SIGN-24] [SIGN-23] once it is signed, the panel shows it and its button is gone', async () => {
  const { responses, answer } = await showNotePage(consultWithNote, completeNote);
  responses.sign = () => {
    answer.consult = { ...consultWithNote, allowedActions: [], signOffNote: signed };
    answer.note = signed;
    return HttpResponse.json(signed);
  };
  expect(await panel()).toHaveTextContent('You are writing a note. It is not signed yet.');
  await press('Edit Signoff Note');
  await noteOpen();
  await press('Sign Off');
  await userEvent.click(await screen.findByLabelText('Patient Name'));
  await userEvent.paste('Rosa Marsh');
  await press('Sign');
  await closed();
  expect(await panel()).toHaveTextContent('Signed off by Dana Lee, 9:02am Mar 5, 2024 EST');
  expect(await within(await panel()).findByText('Weakness since breakfast.')).toBeInTheDocument();
  expect(button()).not.toBeInTheDocument();
});

it('[SIGN-26] [BERR-04] [SIGN-49] [BERR-23] View Note shows the document in a new window, and Ok closes the message', async () => {
  const { responses, answer } = await showNotePage(consultWithNote, completeNote);
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
  const exported = vi.fn(() => new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }));
  server.use(http.get(`${CONSULT}/export-sign-off-note`, exported));
  answer.note = signed;
  responses.lock = () => HttpResponse.json(signed);
  await press('Edit Signoff Note');
  await press('View Note');
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith('blob:document'));
  expect(exported).toHaveBeenCalledTimes(1);
  exported.mockReturnValue(refusal(404) as never);
  await press('View Note');
  await waitFor(() => expect(page.close).toHaveBeenCalled());
  await press('Ok');
  await closed();
  expect(exported).toHaveBeenCalledTimes(2);
});

it('[SIGN-13] [BERR-09] [SIGN-08] a failed save hides the button until a save succeeds', async () => {
  const { responses } = await showNotePage(consultWithNote);
  const { save } = responses;
  responses.save = () => refusal(500);
  await press('Edit Signoff Note');
  await noteOpen();
  await typeComment('Pupils');
  await close();
  await screen.findByText('Discard Changes?');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(screen.queryByText('Edit Signoff Note')).not.toBeInTheDocument();
  responses.save = save;
  await close();
  await closed();
  expect(button()).toBeInTheDocument();
});

it('[SIGN-13] [BERR-09] [SIGN-08] the button stays hidden if the input was discarded', async () => {
  const { responses } = await showNotePage(consultWithNote);
  responses.save = () => refusal(500);
  await press('Edit Signoff Note');
  await noteOpen();
  await typeComment('Pupils');
  await close();
  await press('Proceed');
  await closed();
  expect(button()).not.toBeInTheDocument();
});

it('[SIGN-10] [SIGN-13] [BERR-09] a failed signature hides the button until the note is saved', async () => {
  const { responses } = await showNotePage(consultWithNote, completeNote);
  responses.sign = () => refusal(403);
  await press('Edit Signoff Note');
  await noteOpen();
  await press('Sign Off');
  await userEvent.click(await screen.findByLabelText('Patient Name'));
  await userEvent.paste('Rosa Marsh');
  await press('Sign');
  await screen.findByText('Contact Help Desk.');
  expect(screen.queryByText('Edit Signoff Note')).not.toBeInTheDocument();
  await press('Back');
  await waitFor(() => expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument());
  await close();
  await closed();
  expect(button()).toBeInTheDocument();
});

it('[SIGN-59] [SIGN-04] updates of the consult do not change the note being written', async () => {
  stopClock();
  const { answer, queryClient } = await showNotePage(consultWithNote);
  await press('Edit Signoff Note');
  await noteOpen();
  await typeComment('Pupils');
  answer.consult = { ...consultWithNote, commentCount: 3, allowedActions: [] };
  answer.note = draftNote({ ...emptyNote, nihssComments: 'From afar' }, 30);
  answer.note.lockedBy = 99;
  answer.note.lockedUser = { firstName: 'Kim', lastName: 'Fox' };
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  expect(await screen.findByText(/^Kim Fox is writing a note/)).toBeInTheDocument();
  expect(comments()).toHaveValue('Pupils');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
});

it('[INFO-11] [INFO-15] [BERR-08] warns before the page is left with unsaved input, and keeps it across a sign-out', async () => {
  stopClock();
  const { router } = await showNotePage(consultWithNote);
  await press('Edit Signoff Note');
  await noteOpen();
  expect(hasDirtyForms()).toBe(false);
  await typeComment('Pupils');
  const values = expect.objectContaining({ nihssComments: 'Pupils' }) as object;
  expect(currentDrafts()).toEqual([{ key: KEY, values: { basedOn: '2024-03-05T14:02:00Z', sent: null, values } }]);
  void router.navigate({ to: '/help' });
  expect(await screen.findByText('Discard Changes?')).toBeInTheDocument();
});

/** Saves input from before a sign-out, based on the draft of this time. */
function saveTyped(basedOn: string) {
  const values = { basedOn, values: { nihssComments: 'Pupils' } };
  offerDraft({ key: KEY, values, until: Date.now() + 60_000, onRestored: () => undefined });
}

it('input from before a sign-out is restored, and sent with the next save', async () => {
  stopClock();
  saveTyped('2024-03-05T14:02:00Z');
  const { saves } = await showNotePage(consultWithNote, { ...emptyNote, totalTimeSpent: 40 });
  await noteOpen();
  await waitFor(() => expect(comments()).toHaveValue('Pupils'));
  expect(screen.getByLabelText(/^Total Time Spent/)).toHaveValue('40');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await tick();
  await received(saves, 1);
  expect(contentOf(saves[0])).toMatchObject({ nihssComments: 'Pupils', totalTimeSpent: 40 });
});

it('input from before a sign-out waits while its author is off call, and is restored when the note is opened later', async () => {
  stopClock();
  saveTyped('2024-03-05T14:02:00Z');
  const { answer, locks, queryClient } = await showNotePage({ ...consultWithNote, allowedActions: [] });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(locks).toEqual([]);
  answer.consult = consultWithNote;
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await press('Edit Signoff Note');
  await noteOpen();
  expect(comments()).toHaveValue('Pupils');
  expect(savedDraft(KEY)).toBeNull();
  expect(hasDirtyForms()).toBe(true);
});

const LEFT = 'What you typed before you were signed out is not in this note.';

/** Opens the input that can no longer be restored to the note. */
async function readUnrestored() {
  expect((await screen.findByText(LEFT)).closest('[role="status"]')).toHaveTextContent('Copy what you still need.');
  await press('Show What You Typed');
  expect(await screen.findByText('Pupils', { selector: 'dd' })).toBeInTheDocument();
}

it('is shown for copying, and still waits, while someone else writes the note', async () => {
  saveTyped('2024-03-05T14:02:00Z');
  const { answer, responses, queryClient } = await showNotePage({ ...consultWithNote, allowedActions: [] });
  const { lock } = responses;
  responses.lock = () => taken('locked_by_another', KIM);
  answer.consult = consultWithNote;
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await press('Edit Signoff Note');
  await readUnrestored();
  await press('Ok');
  await closed();
  responses.lock = lock;
  await press('Edit Signoff Note');
  await noteOpen();
  expect(comments()).toHaveValue('Pupils');
});

it('is shown for copying beside a newer draft, which it does not overwrite', async () => {
  saveTyped('2024-03-05T14:01:59Z');
  // Not called when a message closes by itself.
  const hide = vi.spyOn(notifications, 'hide');
  showRestoredNotice();
  await showNotePage(consultWithNote, { ...emptyNote, nihssComments: 'Written since' });
  await noteOpen();
  expect(hide).toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByText(/Pick up where you left off/)).not.toBeInTheDocument());
  expect(comments()).toHaveValue('Written since');
  expect(screen.getByText('All changes saved')).toBeInTheDocument();
  await readUnrestored();
  await close();
  await closed();
  expect(savedDraft(KEY)).not.toBeNull();
});

it('is shown for copying if the note has been signed in the meantime, by any author', async () => {
  saveTyped('2024-03-05T14:02:00Z');
  await showNotePage({ ...consultWithNote, allowedActions: [], signOffNote: signed });
  await readUnrestored();
  await press('Ok');
  await closed();
  expect(savedDraft(KEY)).toBeNull();
});

it('is not mentioned if the note already contains it', async () => {
  saveTyped('2024-03-05T14:01:59Z');
  await showNotePage(consultWithNote, { nihssComments: 'Pupils' });
  await noteOpen();
  expect(screen.queryByText(LEFT)).not.toBeInTheDocument();
  expect(savedDraft(KEY)).toBeNull();
});
