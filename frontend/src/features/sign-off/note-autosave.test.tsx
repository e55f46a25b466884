import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { failedNotes } from '@/shared/lib/failed-notes';
import { linesOf } from '@/shared/lib/rich-text';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID } from '@/testing/make-consult';
import { ShortNoteForm } from '@/testing/short-note-form';
import { onPhone, refusal } from '@/testing/show-consult';
import { received, comments, contentOf, openNote, pass, tick, typeComment } from '@/testing/show-note';
import { emptyNote } from '@/testing/empty-note';
import { draftNote } from '@/testing/stroke-note';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('[SIGN-01] [SIGN-03] [SIGN-02] shows Stroke Note, and sends nothing while the draft is untouched', async () => {
  const { saves } = await openNote({ whole: true });
  const dialog = screen.getByRole('dialog', { name: 'Stroke Note' });
  const root = dialog.closest<HTMLElement>('.mantine-Modal-root');
  expect(root?.style.getPropertyValue('--modal-size')).toBe('min(var(--wl-page-width), 92vw)');
  expect(screen.getByText('All changes saved')).toBeInTheDocument();
  await tick();
  await tick();
  expect(saves).toEqual([]);
});

it('[SIGN-03] [BCONST-01] [SIGN-04] saves what was typed every 5 seconds, and not before', async () => {
  const { saves } = await openNote({ whole: true });
  await typeComment('Pupils equal');
  await pass(4_999);
  expect(saves).toEqual([]);
  await pass(1);
  await received(saves, 1);
  expect(contentOf(saves[0])).toEqual({ ...emptyNote, nihssComments: 'Pupils equal' });
  await screen.findByText('All changes saved');
  await tick();
  expect(saves).toHaveLength(1);
});

const newest = async (saves: readonly { body: unknown }[], count: number) => {
  await received(saves, count);
  return contentOf(saves[count - 1])?.nihssComments;
};

it('[SIGN-02] [SIGN-04] shows Saving... from the first keystroke until everything is saved, even on a phone', async () => {
  onPhone();
  const { responses, saves } = await openNote();
  const landings: (() => void)[] = [];
  responses.save = () =>
    new Promise((resolve) => {
      landings.push(() => resolve(HttpResponse.json(draftNote())));
    });
  await typeComment('Pupils');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await tick();
  await received(saves, 1);
  await typeComment(' equal');
  act(() => landings[0]?.());
  await pass(0);
  await tick();
  expect(screen.queryByText('All changes saved')).not.toBeInTheDocument();
  expect(await newest(saves, 2)).toBe('Pupils equal');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  act(() => landings[1]?.());
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});

it('[SIGN-06] does not send a second save while one is in flight, and numbers the saves', async () => {
  const { responses, saves, locks } = await openNote();
  const { editorId } = locks[0]!.body as { editorId: string };
  let land: () => void = () => undefined;
  responses.save = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(draftNote()));
    });
  await typeComment('P');
  await tick();
  await received(saves, 1);
  await typeComment('u');
  await pass(15_000);
  expect(saves).toHaveLength(1);
  act(() => land());
  await pass(0);
  await tick();
  await received(saves, 2);
  act(() => land());
  expect(saves.map(({ body }) => body)).toEqual([
    expect.objectContaining({ docType: 'Note', editorId, save: 1, releaseLock: false }),
    expect.objectContaining({ docType: 'Note', editorId, save: 2, releaseLock: false }),
  ]);
});

it('does not rerender the form while it is being saved', async () => {
  const form = vi.fn(ShortNoteForm);
  const { saves } = await openNote({ form });
  const drawn = form.mock.calls.length;
  await typeComment('Pupils');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await tick();
  await received(saves, 1);
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
  expect(form).toHaveBeenCalledTimes(drawn);
});

const failures = [
  { what: 'the server fails', answer: () => refusal(500) },
  { what: 'the network is lost', answer: () => HttpResponse.error() },
];

it.each(failures)(
  '[SIGN-05] [BERR-02] [SIGN-13] [BERR-09] [API-02] while $what tries to connect every 5 seconds, and keeps what was typed',
  async ({ answer }) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { responses, saves } = await openNote();
    const { save } = responses;
    responses.save = answer;
    await typeComment('Pupils');
    await tick();
    expect(await screen.findByText('Trying to connect...')).toHaveAttribute('role', 'alert');
    expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
    expect(failedNotes.getState()).toContain(CONSULT_ID);
    expect(saves).toHaveLength(1);
    await typeComment(' equal');
    expect(comments()).toHaveValue('Pupils equal');
    expect(screen.getByText('Trying to connect...')).toBeInTheDocument();
    responses.save = save;
    await tick();
    expect(await newest(saves, 2)).toBe('Pupils equal');
    expect(await screen.findByText('All changes saved')).toBeInTheDocument();
    expect(failedNotes.getState()).not.toContain(CONSULT_ID);
    expect(log).toHaveBeenCalledWith('A call about a note failed.', expect.objectContaining({ call: 'save note' }));
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Pupils|Marsh/);
  },
);

it('[SIGN-02] [SIGN-05] [BERR-02] retries immediately when the network is back', async () => {
  const { responses, saves } = await openNote();
  const { save } = responses;
  responses.save = () => HttpResponse.error();
  await typeComment('Pupils');
  await tick();
  await screen.findByText('Trying to connect...');
  responses.save = save;
  fireEvent(window, new Event('online'));
  expect(await newest(saves, 2)).toBe('Pupils');
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
});

it('saves immediately when the user leaves the tab, and not when they return', async () => {
  const { saves } = await openNote();
  await typeComment('Pupils');
  hideTab(false);
  await pass(0);
  expect(saves).toEqual([]);
  hideTab(true);
  expect(await newest(saves, 1)).toBe('Pupils');
  await screen.findByText('All changes saved');
  hideTab(false);
  await pass(0);
  expect(saves).toHaveLength(1);
});

const leave = (persisted: boolean) => fireEvent(window, new PageTransitionEvent('pagehide', { persisted }));

it('[SIGN-07] [SIGN-19] saves and releases the lock when the page unloads, unless the browser caches it for Back', async () => {
  const { saves, locks } = await openNote();
  const { editorId } = locks[0]!.body as { editorId: string };
  await typeComment('Pupils');
  leave(true);
  await pass(0);
  expect(saves).toEqual([]);
  leave(false);
  await received(saves, 1);
  expect(saves[0]?.body).toMatchObject({ docType: 'Note', releaseLock: true, editorId });
  expect(contentOf(saves[0])?.nihssComments).toBe('Pupils');
});

it('[SIGN-07] releases the lock when the page unloads even if the note is too long for that request', async () => {
  const { saves } = await openNote({ content: { ...emptyNote, exam: linesOf(['é'.repeat(30_000)]) } });
  leave(false);
  await received(saves, 1);
  expect(saves[0]?.body).toMatchObject({ releaseLock: true, content: null });
});

it('[SIGN-07] releases the lock on navigation within the application, after the save in flight and without later input', async () => {
  const { responses, saves, locks, unmount } = await openNote();
  const { editorId } = locks[0]!.body as { editorId: string };
  let land: () => void = () => undefined;
  responses.save = () =>
    new Promise((resolve) => {
      land = () => resolve(HttpResponse.json(draftNote()));
    });
  await typeComment('Pupils');
  await tick();
  await received(saves, 1);
  await typeComment(' equal');
  unmount();
  await pass(0);
  expect(saves).toHaveLength(1);
  land();
  await received(saves, 2);
  expect(saves[1]?.body).toEqual({ docType: 'Note', content: null, releaseLock: true, editorId });
});
