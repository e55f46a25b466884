import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { refreshStale } from '@/api/live';
import { forgetSavedDrafts, savedDraft, offerDraft } from '@/drafts/saved-drafts';
import { hasDirtyForms, currentDrafts } from '@/drafts/dirty-forms';
import { CONSULT_ID } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { CONSULT, refusal } from '@/testing/show-consult';
import { arrived, comments, contentOf, press, stopClock, tick, typeComment } from '@/testing/show-note';
import { consultWithNote, noteOpen, showNotePage } from '@/testing/show-note-page';
import { note as signedNote } from '@/testing/sign-offs';
import { emptyNote } from '@/testing/empty-note';
import { draftNote, KIM, taken, wholeNote } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(forgetSavedDrafts);

const KEY = `consult/${CONSULT_ID}/note`;
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const close = () => userEvent.click(screen.getByText('Close', { selector: 'button *' }));
const panel = () => screen.findByRole('region', { name: 'Sign-off' });
const button = () => screen.queryByRole('button', { name: /Signoff Note$/ });

const signed = {
  ...signedNote,
  documentVersions: [
    { ...draftNote(wholeNote).documentVersions[0]!, docStatus: 'Current' as const, contentSha256: '0'.repeat(64) },
  ],
};

it('[SIGN-10] [SIGN-24] [SIGN-23] once it is signed the panel shows it, and the button to it is gone', async () => {
  const { answers, answer } = await showNotePage(consultWithNote, wholeNote);
  answers.sign = () => {
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
  await gone();
  expect(await panel()).toHaveTextContent('Signed off by Dana Lee, 9:02am Mar 5, 2024 EST');
  expect(await within(await panel()).findByText('Weak since breakfast.')).toBeInTheDocument();
  expect(button()).not.toBeInTheDocument();
});

it('[SIGN-26] [BERR-04] [SIGN-49] [BERR-23] View Note shows the document in a new window, and Ok closes the message', async () => {
  const { answers, answer } = await showNotePage(consultWithNote, wholeNote);
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
  const asked = vi.fn(() => new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }));
  server.use(http.get(`${CONSULT}/export-sign-off-note`, asked));
  answer.note = signed;
  answers.lock = () => HttpResponse.json(signed);
  await press('Edit Signoff Note');
  await press('View Note');
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith('blob:document'));
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockReturnValue(refusal(404) as never);
  await press('View Note');
  await waitFor(() => expect(page.close).toHaveBeenCalled());
  await press('Ok');
  await gone();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('[SIGN-13] [BERR-09] [SIGN-08] a save that failed hides the button, until one arrives', async () => {
  const { answers } = await showNotePage(consultWithNote);
  const { save } = answers;
  answers.save = () => refusal(500);
  await press('Edit Signoff Note');
  await noteOpen();
  await typeComment('Pupils');
  await close();
  await screen.findByText('Discard Changes?');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(screen.queryByText('Edit Signoff Note')).not.toBeInTheDocument();
  answers.save = save;
  await close();
  await gone();
  expect(button()).toBeInTheDocument();
});

it('[SIGN-13] [BERR-09] [SIGN-08] the button stays hidden where what was typed was given up', async () => {
  const { answers } = await showNotePage(consultWithNote);
  answers.save = () => refusal(500);
  await press('Edit Signoff Note');
  await noteOpen();
  await typeComment('Pupils');
  await close();
  await press('Proceed');
  await gone();
  expect(button()).not.toBeInTheDocument();
});

it('[SIGN-10] [SIGN-13] [BERR-09] a signature that failed hides the button, until what was written is saved', async () => {
  const { answers } = await showNotePage(consultWithNote, wholeNote);
  answers.sign = () => refusal(403);
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
  await gone();
  expect(button()).toBeInTheDocument();
});

it('[SIGN-59] [SIGN-04] what arrives about the consult changes nothing of what is being written', async () => {
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

it('[INFO-11] [INFO-15] [BERR-08] asks before the page is left with something that is not saved yet, and keeps it over a sign-out', async () => {
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

/** What was typed before a sign-out, over the draft of this second. */
function keep(basedOn: string) {
  const values = { basedOn, values: { nihssComments: 'Pupils' } };
  offerDraft({ key: KEY, values, until: Date.now() + 60_000, onRestored: () => undefined });
}

it('what was typed before a sign-out is there again, and goes with the next save', async () => {
  stopClock();
  keep('2024-03-05T14:02:00Z');
  const { saves } = await showNotePage(consultWithNote, { ...emptyNote, totalTimeSpent: 40 });
  await noteOpen();
  await waitFor(() => expect(comments()).toHaveValue('Pupils'));
  expect(screen.getByLabelText(/^Total Time Spent/)).toHaveValue('40');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await tick();
  await arrived(saves, 1);
  expect(contentOf(saves[0])).toMatchObject({ nihssComments: 'Pupils', totalTimeSpent: 40 });
});

it('what was typed before a sign-out waits while its author is off call, and is in the note opened after that', async () => {
  stopClock();
  keep('2024-03-05T14:02:00Z');
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

/** Reads it where it can no longer be put into the note. */
async function readLeft() {
  expect((await screen.findByText(LEFT)).closest('[role="status"]')).toHaveTextContent('Copy what you still need.');
  await press('Show What You Typed');
  expect(await screen.findByText('Pupils', { selector: 'dd' })).toBeInTheDocument();
}

it('is shown to be copied, and waits on, while somebody else writes the note', async () => {
  keep('2024-03-05T14:02:00Z');
  const { answer, answers, queryClient } = await showNotePage({ ...consultWithNote, allowedActions: [] });
  const { lock } = answers;
  answers.lock = () => taken('locked_by_another', KIM);
  answer.consult = consultWithNote;
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await press('Edit Signoff Note');
  await readLeft();
  await press('Ok');
  await gone();
  answers.lock = lock;
  await press('Edit Signoff Note');
  await noteOpen();
  expect(comments()).toHaveValue('Pupils');
});

it('is shown to be copied beside a draft that was written since, over which it does not come back', async () => {
  keep('2024-03-05T14:01:59Z');
  await showNotePage(consultWithNote, { ...emptyNote, nihssComments: 'Written since' });
  await noteOpen();
  expect(comments()).toHaveValue('Written since');
  expect(screen.getByText('All changes saved')).toBeInTheDocument();
  await readLeft();
  await close();
  await gone();
  expect(savedDraft(KEY)).not.toBeNull();
});

it('is shown to be copied where the note was signed meanwhile, by whomever', async () => {
  keep('2024-03-05T14:02:00Z');
  await showNotePage({ ...consultWithNote, allowedActions: [], signOffNote: signed });
  await readLeft();
  await press('Ok');
  await gone();
  expect(savedDraft(KEY)).toBeNull();
});

it('says nothing of what stands in the note already', async () => {
  keep('2024-03-05T14:01:59Z');
  await showNotePage(consultWithNote, { nihssComments: 'Pupils' });
  await noteOpen();
  expect(screen.queryByText(LEFT)).not.toBeInTheDocument();
  expect(savedDraft(KEY)).toBeNull();
});
