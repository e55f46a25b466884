import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { idleSeconds } from '@/session/idle';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { testConfig } from '@/testing/config';
import { refusal } from '@/testing/show-consult';
import { received, closed, comments, contentOf, openNote, pass, press, tick, typeComment } from '@/testing/show-note';
import { emptyNote } from '@/testing/empty-note';
import { draftNote, KIM, type NoteResponses, taken } from '@/testing/stroke-note';

const MINUTE = 60_000;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** The button at the bottom; the close button at the top has the same name. */
const close = () => userEvent.click(screen.getByText('Close', { selector: 'button *' }));

it('[SIGN-07] saves unsaved changes, releases the lock and closes', async () => {
  const { saves, order } = await openNote();
  await typeComment('Pupils');
  expect(hasDirtyForms()).toBe(true);
  await close();
  await closed();
  expect(order).toEqual(['lock', 'save']);
  expect(saves[0]?.body).toMatchObject({ releaseLock: true });
  expect(contentOf(saves[0])?.nihssComments).toBe('Pupils');
  expect(hasDirtyForms()).toBe(false);
  await tick();
  expect(saves).toHaveLength(1);
});

const ways = [
  { way: 'the close button', leave: () => userEvent.click(screen.getByLabelText('Close')) },
  { way: 'Escape', leave: () => userEvent.keyboard('{Escape}') },
];

it.each(ways)('[SIGN-07] does so only once with $way, too', async ({ leave }) => {
  const { responses, saves } = await openNote();
  let land: () => void = () => undefined;
  responses.save = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(draftNote()));
    });
  await typeComment('Pupils');
  await leave();
  await received(saves, 1);
  await leave();
  await userEvent.keyboard('{Escape}');
  land();
  await closed();
  expect(saves.map(({ body }) => body)).toEqual([expect.objectContaining({ releaseLock: true })]);
});

/** Holds all saves until the test resolves them. */
function heldSaves(responses: NoteResponses) {
  const { save } = responses;
  const landings: (() => void)[] = [];
  responses.save = () => new Promise((resolve) => landings.push(() => resolve(save())));
  return (nth: number) => act(() => landings[nth]?.());
}

it('[SIGN-07] also saves what is typed while the note closes, and takes the lock again for it', async () => {
  const { responses, saves, order, onClose } = await openNote();
  const land = heldSaves(responses);
  await typeComment('Pupils');
  await close();
  await received(saves, 1);
  await typeComment(' unequal');
  land(0);
  await received(saves, 2);
  expect(onClose).not.toHaveBeenCalled();
  land(1);
  await closed();
  expect(order).toEqual(['lock', 'save', 'lock', 'save']);
  expect(contentOf(saves[1])?.nihssComments).toBe('Pupils unequal');
  expect(saves[1]?.body).toMatchObject({ releaseLock: true });
});

it('[SIGN-09] does not close automatically while the user is typing', async () => {
  const { responses, saves, onClose } = await openNote();
  const land = heldSaves(responses);
  await pass(15 * MINUTE);
  await received(saves, 1);
  await typeComment('Pupils');
  land(0);
  await received(saves, 2);
  land(1);
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
  expect(contentOf(saves[1])?.nihssComments).toBe('Pupils');
  expect(saves[1]?.body).toMatchObject({ releaseLock: false });
  expect(onClose).not.toHaveBeenCalled();
});

it("[SIGN-63] does not overwrite someone else's changes while closing, and keeps what was typed on the screen", async () => {
  const { responses, saves } = await openNote();
  const land = heldSaves(responses);
  await typeComment('Pupils');
  await close();
  await received(saves, 1);
  await typeComment(' unequal');
  responses.lock = () => HttpResponse.json(draftNote({ ...emptyNote, nihssComments: 'Of a colleague' }, 40));
  land(0);
  expect(await screen.findByText('This note is no longer open for editing here.')).toBeInTheDocument();
  expect(comments()).toHaveValue('Pupils unequal');
  expect(saves[1]?.body).toMatchObject({ content: null, releaseLock: true });
});

it('[SIGN-08] continues after closing without a response, and takes the lock again', async () => {
  const { responses, saves, order } = await openNote();
  const { save } = responses;
  responses.save = () => HttpResponse.error();
  await typeComment('Pupils');
  await close();
  await screen.findByRole('dialog', { name: 'Discard Changes?' });
  await press('Cancel');
  responses.save = save;
  responses.lock = () => HttpResponse.json(draftNote({ ...emptyNote, nihssComments: 'Pupils' }, 30));
  await typeComment(' unequal');
  await tick();
  await received(saves, 2);
  expect(order).toEqual(['lock', 'save', 'lock', 'save']);
  expect(contentOf(saves[1])?.nihssComments).toBe('Pupils unequal');
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});

it('[SIGN-08] [INFO-12] [SIGN-05] [BERR-02] [BERR-08] stays open if that fails, and asks before discarding what was typed', async () => {
  const { responses, saves, onClose } = await openNote();
  responses.save = () => refusal(500);
  await typeComment('Pupils');
  await close();
  expect(await screen.findByRole('dialog', { name: 'Discard Changes?' })).toBeInTheDocument();
  expect(screen.getByText('Trying to connect...')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(comments()).toHaveValue('Pupils');
  await tick();
  await received(saves, 2);
  expect(saves[1]?.body).toMatchObject({ releaseLock: false });
  await close();
  await press('Proceed');
  await closed();
  await received(saves, 4);
  expect(saves[3]?.body).toMatchObject({ content: null, releaseLock: true });
  await tick();
  expect(saves).toHaveLength(4);
});

it.each(['Pupils', ''])('[SIGN-08] [BERR-08] Escape cancels closing and does not try again: %j', async (text) => {
  const { responses, saves, onClose } = await openNote();
  responses.save = () => HttpResponse.error();
  await typeComment(text);
  await close();
  await screen.findByRole('dialog', { name: 'Discard Changes?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(comments()).toHaveValue(text);
  expect(saves).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('[SIGN-63] [SIGN-17] does not ask if closing is refused because someone else is editing the note', async () => {
  const { responses, saves } = await openNote();
  responses.save = () => taken('locked_by_another', KIM);
  await typeComment('Pupils');
  await close();
  expect(await screen.findByText(/^This Signoff Note is currently being edited by Kim Fox\./)).toBeInTheDocument();
  expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument();
  expect(comments()).toHaveValue('Pupils');
  await tick();
  await pass(0);
  expect(saves).toHaveLength(1);
  await press('Ok');
  await close();
  expect(await screen.findByText(/^Your latest changes were not saved/)).toBeInTheDocument();
  await press('Proceed');
  await closed();
  await pass(0);
  expect(saves).toHaveLength(1);
});

it('[SIGN-09] [BCONST-02] closes after 15 minutes without activity, saves the draft and releases the lock', async () => {
  const { saves, onClose } = await openNote();
  await typeComment('Pupils');
  await pass(15 * MINUTE - 1_000);
  expect(onClose).not.toHaveBeenCalled();
  expect(saves.map(({ body }) => body)).toEqual([expect.objectContaining({ releaseLock: false })]);
  await pass(1_000);
  await closed();
  expect(saves).toHaveLength(2);
  expect(saves[1]?.body).toMatchObject({ releaseLock: true });
  expect(await screen.findByText('The note was saved and closed due to inactivity.')).toBeInTheDocument();
});

it('[SIGN-09] [BCONST-02] closes after the configured number of minutes', async () => {
  const { onClose } = await openNote({ config: { ...testConfig, idleMinutes: 60, noteIdleMinutes: 3 } });
  await pass(3 * MINUTE - 1_000);
  expect(onClose).not.toHaveBeenCalled();
  await pass(1_000);
  await closed();
});

const activities = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

it.each(activities)('[SIGN-09] activity (%s) restarts the 15 minutes', async (activity) => {
  const { onClose } = await openNote();
  await pass(14 * MINUTE);
  fireEvent(window, new Event(activity));
  await pass(14 * MINUTE);
  expect(onClose).not.toHaveBeenCalled();
  await pass(MINUTE);
  await closed();
});

it('[SIGN-09] counts the time while the computer was asleep', async () => {
  const { saves } = await openNote();
  vi.setSystemTime(Date.now() + 15 * MINUTE);
  await pass(1_000);
  await closed();
  expect(saves).toMatchObject([{ body: { releaseLock: true } }]);
});

it('[SIGN-09] is not extended if the clock is set back', async () => {
  await openNote();
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  await pass(15 * MINUTE + 1_000);
  await closed();
});

it('[SIGN-09] is saved and closed before its author is signed out due to inactivity', async () => {
  const { saves, onClose } = await openNote();
  await typeComment('Pupils');
  onTestFinished(() => idleSeconds.setState(null, true));
  idleSeconds.setState(11, true);
  await pass(1_000);
  expect(onClose).not.toHaveBeenCalled();
  idleSeconds.setState(10, true);
  await pass(1_000);
  await closed();
  expect(contentOf(saves[0])?.nihssComments).toBe('Pupils');
});
