import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { makePsychConsult } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { onPhone, refusal, showConsult } from '@/testing/show-consult';

const words = ['Join Vidyo', 'Join Bluestream', 'Join Core Video'];

const allowed = [
  ['[DET-18] [PERM-27] [PERM-32] [BPERM-21]', ['joinVidyo'], [words[0]]],
  ['[DET-18] [PERM-29] [PERM-32] [BPERM-23]', ['joinBluestream'], [words[1]]],
  ['[DET-18] [PERM-30] [PERM-32] [BPERM-24]', ['joinVidyo', 'joinCoreVideo'], [words[0], words[2]]],
] as const;
it.each(allowed)(
  '%s offers the rooms that the server allows, even for a closed consult: %j',
  async (_rows, allowedActions, names) => {
    showConsult(makePsychConsult({ state: 'completed', allowedActions: [...allowedActions] }));
    const group = await screen.findByRole('group', { name: 'Actions' });
    const [first, others] = within(group).getAllByRole('button');
    expect(first).toHaveTextContent(names[0]!);
    const rest = names.slice(1);
    if (others !== undefined) await userEvent.click(others);
    const items = rest.length === 0 ? [] : await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(rest);
  },
);

const onPhones = [
  ['[BPERM-21] [BPERM-23] [BPERM-24] [INFO-07] [DET-18]', ['joinVidyo', 'joinBluestream', 'joinCoreVideo'], words],
  ['[PERM-29] [BPERM-23] [INFO-07] [DET-18]', ['joinBluestream'], [words[1]]],
  ['[PERM-27] [PERM-30] [BPERM-21] [BPERM-24]', ['joinVidyo', 'joinCoreVideo'], [words[0], words[2]]],
] as const;
it.each(onPhones)('%s lists them on a phone between Acknowledge and Complete: %j', async (_rows, offered, listed) => {
  onPhone();
  showConsult(makePsychConsult({ allowedActions: [...offered, 'acknowledge', 'cancel'] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Acknowledge', ...listed, 'Cancel Consult']);
});

/** Mocks the window that the page opens. */
function windowThatOpens() {
  const room = {
    opener: window,
    document: document.implementation.createHTMLDocument(),
    close: vi.fn(),
    location: { replace: vi.fn() },
  };
  return { room, open: vi.spyOn(window, 'open').mockReturnValue(room as unknown as Window) };
}

const addresses = [
  ['[BPERM-21]', 'Join Vidyo', 'joinVidyo', 'vidyo-rooms'],
  ['[BPERM-23]', 'Join Bluestream', 'joinBluestream', 'bluestream-rooms'],
  ['[BPERM-24]', 'Join Core Video', 'joinCoreVideo', 'core-video-rooms'],
] as const;
it.each(addresses)(
  '[DET-19] [DET-20] [CONST-11] [VID-23] %s %s opens the room in a new window without leaving this page',
  async (_row, label, action, kind) => {
    const address = `${action === 'joinVidyo' ? 'http' : 'https'}://rooms.example/${action}`;
    server.use(http.all(`*/api/${kind}/consult/*`, () => HttpResponse.json({ data: address })));
    const { room, open } = windowThatOpens();
    showConsult(makePsychConsult({ allowedActions: [action] }));
    const here = window.location.href;
    await userEvent.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(room.location.replace).toHaveBeenCalledExactlyOnceWith(address));
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank');
    expect(room.opener).toBeNull();
    expect(window.location.href).toBe(here);
    open.mockRestore();
  },
);

it('[DET-20] [VID-23] does not fetch an address if the browser blocks the window, and says what to do', async () => {
  const asked = vi.fn(() => HttpResponse.json({ data: 'https://vidyo.example/join/cart' }));
  server.use(http.get('*/api/vidyo-rooms/consult/*', asked));
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  showConsult(makePsychConsult({ allowedActions: ['joinVidyo'] }));
  const join = await screen.findByRole('button', { name: 'Join Vidyo' });
  await userEvent.click(join);
  const why = await screen.findByText(/Allow pop-ups for this site in your browser/);
  expect(why.closest('[role=alert]')).toHaveTextContent('The video room could not be opened.');
  expect(asked).not.toHaveBeenCalled();
  expect(join).toBeEnabled();
  open.mockRestore();
});

it('[DET-20] [VID-23] opens the address in the window even if the user leaves the page first', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const address = 'https://vidyo.example/join/cart';
  server.use(http.get('*/api/vidyo-rooms/consult/*', () => held.then(() => HttpResponse.json({ data: address }))));
  const { room, open } = windowThatOpens();
  const { unmount } = showConsult(makePsychConsult({ allowedActions: ['joinVidyo'] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Join Vidyo' }));
  unmount();
  answer();
  await waitFor(() => expect(room.location.replace).toHaveBeenCalledWith(address));
  expect(room.close).not.toHaveBeenCalled();
  open.mockRestore();
});

it.each([
  ['no address', () => HttpResponse.json({ data: null })],
  ['a script', () => HttpResponse.json({ data: 'javascript:alert(1)' })],
  ['an invalid address', () => HttpResponse.json({ data: 'rooms.example' })],
  ['a failure', () => refusal(400)],
])('[DET-20] [VID-23] closes the window and reports a failure if the response is %s', async (_, answer) => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(http.get('*/api/vidyo-rooms/consult/*', answer));
  const { room, open } = windowThatOpens();
  showConsult(makePsychConsult({ allowedActions: ['joinVidyo'] }));
  const join = await screen.findByRole('button', { name: 'Join Vidyo' });
  await userEvent.click(join);
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(room.close).toHaveBeenCalledOnce();
  expect(room.location.replace).not.toHaveBeenCalled();
  await waitFor(() => expect(join).toBeEnabled());
  open.mockRestore();
  log.mockRestore();
});

it('[PERM-27] [VID-23] [INFO-07] [DET-18] [DET-20] says that a room is gone, and no longer offers it', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const message = 'This location has no video room.';
  server.use(http.get('*/api/vidyo-rooms/consult/*', () => refusal(404, { code: 'room_not_found', message })));
  const room = { document: document.implementation.createHTMLDocument(), close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(room as unknown as Window);
  const { answer, queryClient } = showConsult(makePsychConsult({ allowedActions: ['joinVidyo'] }));
  const disconnect = connectQueries(queryClient);
  const join = await screen.findByRole('button', { name: 'Join Vidyo' });
  answer.consult = makePsychConsult();
  await userEvent.click(join);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(room.close).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Join Vidyo' })).not.toBeInTheDocument());
  disconnect();
  open.mockRestore();
  log.mockRestore();
});
