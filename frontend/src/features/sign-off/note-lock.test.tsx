import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { failedNotes } from '@/shared/lib/failed-notes';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { refusal } from '@/testing/show-consult';
import { received, closed, comments, openNote, pass, press, tick, typeComment } from '@/testing/show-note';
import { KIM, taken, completeNote } from '@/testing/stroke-note';

const MINUTE = 60_000;
const LOCKED =
  'This Signoff Note is currently being edited by Kim Fox. To make edits please ask Kim Fox to save their changes and close the Signoff Note.';
const KEPT = 'Your changes are no longer being saved. Copy what you still need.';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const signButton = () => screen.getByText('Sign Off').closest('button');

it('[SIGN-63] [SIGN-13] [SIGN-17] says on saving who has taken over the note, stops saving, and keeps what was typed on the screen', async () => {
  const { responses, saves, onClose } = await openNote();
  responses.save = () => taken('locked_by_another', KIM);
  await typeComment('Pupils');
  await tick();
  expect(await screen.findByText(LOCKED)).toBeInTheDocument();
  expect(failedNotes.getState().size).toBe(0);
  await press('Ok');
  await waitFor(() => expect(screen.queryByText(LOCKED)).not.toBeInTheDocument());
  expect(screen.getByText('Kim Fox is editing this note.').closest('[role="alert"]')).toHaveTextContent(KEPT);
  expect(comments()).toHaveValue('Pupils');
  expect(comments()).toBeEnabled();
  await typeComment(' equal');
  await tick();
  await pass(0);
  expect(saves).toHaveLength(1);
  expect(screen.queryByText('Saving...')).not.toBeInTheDocument();
  expect(screen.queryByText('Trying to connect...')).not.toBeInTheDocument();
  expect(signButton()).toBeDisabled();
  expect(hasDirtyForms()).toBe(true);
  await userEvent.click(screen.getByLabelText('Close'));
  expect(await screen.findByText(/^Your latest changes were not saved/)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await press('Proceed');
  await closed();
  expect(hasDirtyForms()).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
  await pass(0);
  expect(saves).toHaveLength(1);
});

it('[SIGN-63] Escape closes only that message, and not the note with what was typed', async () => {
  const { responses, onClose } = await openNote();
  responses.save = () => taken('locked_by_another', KIM);
  await typeComment('Pupils');
  await tick();
  await screen.findByText(LOCKED);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(LOCKED)).not.toBeInTheDocument());
  expect(onClose).not.toHaveBeenCalled();
  expect(comments()).toHaveValue('Pupils');
});

const elsewhere = [
  ['open_elsewhere', 'You are editing this note in another window.'],
  ['not_locked', 'This note is no longer open for editing here.'],
] as const;

it.each(elsewhere)(
  '[SIGN-63] [SIGN-13] [SIGN-19] says that the note is no longer open here (%s), and stops saving',
  async (code, words) => {
    const { responses, saves } = await openNote();
    responses.save = () => taken(code);
    await typeComment('Pupils');
    await tick();
    const banner = await screen.findByText(words);
    expect(failedNotes.getState().size).toBe(0);
    expect(banner.closest('[role="alert"]')).toHaveTextContent(KEPT);
    expect(screen.queryByText(/currently being edited/)).not.toBeInTheDocument();
    expect(comments()).toHaveValue('Pupils');
    await tick();
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: false }));
    await pass(0);
    expect(saves).toHaveLength(1);
  },
);

it('[SIGN-25] [BERR-04] [SIGN-24] says that someone else has signed the note, in place of a form without unsaved changes', async () => {
  const { responses, saves } = await openNote();
  responses.lock = () => taken('already_signed_off');
  await pass(5 * MINUTE);
  const words = 'This Signoff Note for Rosa Marsh is already signed off and can no longer be edited.';
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByText('Stroke Note')).not.toBeInTheDocument();
  await tick();
  expect(saves).toEqual([]);
});

it('[SIGN-05] [SIGN-06] [BERR-02] continues after a save was overtaken by a later one', async () => {
  const { responses, saves } = await openNote();
  const { save } = responses;
  responses.save = () => taken('outrun_save');
  await typeComment('Pupils');
  await tick();
  await screen.findByText('Trying to connect...');
  responses.save = save;
  await tick();
  await received(saves, 2);
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});

it('[SIGN-20] renews the lock every 5 minutes, for the same window, even if nothing is typed', async () => {
  const { locks, saves } = await openNote();
  await pass(5 * MINUTE - 1_000);
  expect(locks).toHaveLength(1);
  await pass(1_000);
  await received(locks, 2);
  await pass(5 * MINUTE);
  await received(locks, 3);
  for (const { body } of locks) expect(body).toEqual(locks[0]?.body);
  expect(saves).toEqual([]);
});

it('[SIGN-63] [SIGN-17] [SIGN-20] says on renewal who has taken over the note', async () => {
  const { responses, locks } = await openNote();
  responses.lock = () => taken('locked_by_another', KIM);
  await pass(5 * MINUTE);
  expect(await screen.findByText(LOCKED)).toBeInTheDocument();
  await press('Ok');
  await pass(10 * MINUTE);
  expect(locks).toHaveLength(2);
  expect(screen.getByLabelText('NIHSS Comments')).toBeInTheDocument();
});

it('[API-02] [SIGN-20] continues after a lost renewal, without retrying immediately', async () => {
  const { responses, saves, locks } = await openNote();
  responses.lock = () => HttpResponse.error();
  await pass(5 * MINUTE);
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
  expect(locks).toHaveLength(2);
});

it('[SIGN-63] [SIGN-13] [SIGN-17] says on signing that someone else is editing, which does not count as a failed save', async () => {
  const { responses, signatures } = await openNote({ content: completeNote });
  responses.sign = () => taken('locked_by_another', KIM);
  await press('Sign Off');
  await userEvent.click(await screen.findByLabelText('Patient Name'));
  await userEvent.paste('Rosa Marsh');
  await press('Sign');
  expect(await screen.findByText(LOCKED)).toBeInTheDocument();
  expect(screen.queryByText('Sign-off Confirmation')).not.toBeInTheDocument();
  expect(signatures).toHaveLength(1);
  expect(signButton()).toBeDisabled();
  expect(failedNotes.getState().size).toBe(0);
});

it('[SIGN-20] a refused renewal does not affect the text or saving', async () => {
  const { responses, saves } = await openNote();
  responses.lock = () => refusal(403, { code: 'not_checked_in' });
  await pass(5 * MINUTE);
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});

it('[SIGN-63] says Someone else if the server does not say who has taken over the note', async () => {
  const { responses } = await openNote();
  responses.save = () => taken('locked_by_another');
  await typeComment('Pupils');
  await tick();
  expect(await screen.findByText('Someone else is editing this note.')).toBeInTheDocument();
});
