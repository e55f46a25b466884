import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { makeStrokeConsult } from '@/testing/make-consult';
import { onForbidden } from '@/testing/render-app';
import { mockEndpoint, refusal } from '@/testing/show-consult';
import { received, closed, comments, openNote, press, showNote } from '@/testing/show-note';
import { emptyNote } from '@/testing/empty-note';
import { draftNote, KIM, taken } from '@/testing/stroke-note';
import { note as signedNote } from '@/testing/sign-offs';

const log = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const HELP_DESK = 'Contact Help Desk.';

beforeEach(() => void log());

it('[SIGN-14] [SIGN-01] requests the lock, and shows no fields before the server grants it', async () => {
  const { responses, locks, open } = showNote();
  let grant: () => void = () => undefined;
  responses.lock = () =>
    new Promise((resolve) => {
      grant = () => resolve(HttpResponse.json(draftNote()));
    });
  open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Stroke Note' }));
  expect(dialog.getByText('Opening note')).toBeInTheDocument();
  await waitFor(() => expect(locks).toHaveLength(1));
  expect(locks[0]?.body).toEqual({ docType: 'Note', editorId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  grant();
  expect(await screen.findByLabelText('NIHSS Comments')).toBeEnabled();
  expect(screen.queryByText('Opening note')).not.toBeInTheDocument();
  expect(locks).toHaveLength(1);
});

it('[SIGN-07] releases a lock that is granted after the user left the page', async () => {
  const { responses, locks, saves, open } = showNote();
  let grant: () => void = () => undefined;
  responses.lock = () =>
    new Promise((resolve) => {
      grant = () => resolve(HttpResponse.json(draftNote()));
    });
  const { unmount } = open();
  await received(locks, 1);
  unmount();
  grant();
  await received(saves, 1);
  const { editorId } = locks[0]!.body as { editorId: string };
  expect(saves[0]?.body).toEqual({ docType: 'Note', content: null, releaseLock: true, editorId });
});

it('[NOTE-06] [NOTE-12] [NOTE-67] [DONE-10] a new note shows the default labs and what is already known, without preselected answers', async () => {
  await openNote({ whole: true });
  expect(screen.getByLabelText(/^Call Length/)).toHaveValue('12');
  const lastKnownWell = within(screen.getByRole('group', { name: /^Last Known Well/ }));
  expect(lastKnownWell.getByLabelText('Date')).toHaveValue('03/05/2024');
  expect(lastKnownWell.getByLabelText(/^Time/)).toHaveValue('05:15');
  const texts = screen.getAllByRole('textbox', { hidden: true }).filter((box) => box.matches('[aria-multiline]'));
  expect(texts.map((text) => [...text.children].map((line) => line.textContent))).toEqual([
    [''],
    [''],
    ['Glucose: ', 'Platelets: ', 'INR: '],
    [''],
    [''],
    [''],
  ]);
  expect(document.querySelectorAll('input:checked')).toHaveLength(0);
  expect(document.querySelectorAll('input[type="radio"]').length).toBeGreaterThan(60);
});

it('[SIGN-12] a draft opens with its saved content', async () => {
  const content = {
    ...emptyNote,
    nihssComments: 'Fluctuating',
    diagnosis: { selected: ['Dizziness'], other: 'Neglect' },
  };
  await openNote({ whole: true, content });
  expect(comments()).toHaveValue('Fluctuating');
  const diagnosis = within(screen.getByRole('group', { name: /^Diagnosis/ }));
  expect(diagnosis.getByRole('checkbox', { name: 'Dizziness' })).toBeChecked();
  expect(diagnosis.getByRole('checkbox', { name: 'Other' })).toBeChecked();
  expect(diagnosis.getByRole('textbox')).toHaveValue('Neglect');
});

it('[SIGN-16] [SIGN-17] [BERR-03] [ERR-04] says who is editing the note, without a toast, and only logs a warning', async () => {
  const warned = log();
  const { responses, onClose, open } = showNote();
  responses.lock = () => taken('locked_by_another', KIM);
  open();
  const words =
    'This Signoff Note is currently being edited by Kim Fox. To make edits please ask Kim Fox to save their changes and close the Signoff Note.';
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
  expect(screen.queryByText('Stroke Note')).not.toBeInTheDocument();
  expect(warned).toHaveBeenCalledWith('The note is locked by another user.');
  expect(onClose).not.toHaveBeenCalled();
  await press('Ok');
  await closed();
});

it('[SIGN-58] [BERR-05] [BPERM-18] refers users who may not edit it to the help desk, and says why', async () => {
  const { responses, onClose, open } = showNote();
  responses.lock = () => refusal(403, { code: 'not_checked_in', message: 'Check in for this service line first.' });
  open();
  const toast = (await screen.findByText(HELP_DESK)).closest('[role="alert"]');
  expect(toast).toHaveTextContent('Check in for this service line first.');
  expect(onForbidden).not.toHaveBeenCalled();
  await closed();
  expect(onClose).toHaveBeenCalledOnce();
});

const others = [
  { what: 'a refusal', answer: () => refusal(400) },
  { what: 'another conflict', answer: () => refusal(409) },
  { what: 'a missing consult', answer: () => refusal(404) },
  { what: 'a server error', answer: () => refusal(500) },
];

it.each(others)('[SIGN-16] after $what says that the note cannot be opened, and closes', async ({ answer }) => {
  const { responses, open } = showNote();
  responses.lock = answer;
  open();
  await closed();
  expect(await screen.findByText(HELP_DESK)).toBeInTheDocument();
  expect(screen.queryByText(/currently being edited/)).not.toBeInTheDocument();
});

const signed = ['Signed', 'Addended', 'MarkedInError'];

it.each(signed)(
  '[SIGN-24] [SIGN-25] [BERR-04] [DET-44] [SIGN-26] says that a note in status %s is already signed, and shows no form',
  async (status) => {
    const { responses, open } = showNote();
    responses.lock = () => HttpResponse.json({ ...signedNote, status });
    open();
    const words = 'This Signoff Note for Rosa Marsh is already signed off and can no longer be edited.';
    expect(await screen.findByText(words)).toBeInTheDocument();
    const buttons = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['View Note', 'Ok']);
    expect(screen.queryByText('Stroke Note')).not.toBeInTheDocument();
    await userEvent.click(buttons[1]!);
    await closed();
  },
);

const pending = makeStrokeConsult({ allowedActions: ['complete', 'editSignoffNote'] });

it('[DONE-13] completes an open consult by video before its note opens', async () => {
  const { order, open } = showNote({ consult: pending, completeType: 'video' });
  const completions = mockEndpoint('post', '/complete', () => {
    order.push('complete');
    return HttpResponse.json({ ...pending, state: 'completed' });
  });
  open();
  await screen.findByLabelText('NIHSS Comments');
  expect(order).toEqual(['complete', 'lock']);
  expect(completions[0]?.body).toMatchObject({ completeType: 'video' });
});

it('[DONE-13] does not complete the consult if it is already completed, or if that was not requested', async () => {
  const completions = mockEndpoint('post', '/complete', () => refusal(409));
  for (const about of [{ completeType: 'video' }, { consult: pending }]) {
    const { saves, unmount } = await openNote(about);
    unmount();
    await received(saves, 1);
  }
  expect(completions).toEqual([]);
});

const refusals = [
  { what: 'completion is forbidden', answer: () => refusal(403) },
  { what: 'someone else was first', answer: () => refusal(409, { code: 'already_closed' }) },
  { what: 'the server fails', answer: () => refusal(500) },
];

it.each(refusals)('[DONE-12] [DONE-13] does not open the note if $what, and says so', async ({ answer }) => {
  const { order, open } = showNote({ consult: pending, completeType: 'video' });
  mockEndpoint('post', '/complete', answer);
  open();
  await closed();
  expect(await screen.findByText(HELP_DESK)).toBeInTheDocument();
  expect(order).toEqual([]);
});
