import { QueryObserver } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { connectLive, type LiveServer, untilConnected, untilLost, untilDelivered } from '@/testing/live-server';
import { CONSULT_ID, makePatient, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { showConsult } from '@/testing/show-consult';

const EDITED = 'This consult was edited by another user.';

const name = () => screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });

let live: LiveServer;
let disconnect: () => void = () => undefined;
const change = { consultId: CONSULT_ID, serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 7 };

const open = async (consult = makePsychConsult()) => {
  const shown = showConsult(consult);
  await name();
  disconnect = connectQueries(shown.queryClient);
  return shown;
};

beforeEach(async () => {
  server.use(http.get('*/api/me', () => HttpResponse.json(makeMe())));
  live = await connectLive();
});

afterEach(() => {
  disconnect();
  live.close();
});

it('[RT-03] [RT-04] [RT-05] tells the server that the user is viewing, again after a lost connection, and when they leave', async () => {
  const { answer, reads, unmount } = await open();
  const began = `consult:began-viewing ${CONSULT_ID}`;
  await waitFor(() => expect(live.emitted).toEqual([began]));
  const before = reads.mock.calls.length;
  answer.consult = makePsychConsult({ state: 'completed' });
  speedUpTimers();
  live.drop();
  await untilLost();
  await untilConnected();
  await waitFor(() => expect(live.emitted).toEqual([began, began]));
  expect(await screen.findByText('Completed')).toBeInTheDocument();
  expect(reads).toHaveBeenCalledTimes(before + 1);
  unmount();
  await waitFor(() => expect(live.emitted).toEqual([began, began, `consult:ended-viewing ${CONSULT_ID}`]));
});

it.each(['consult:updated', 'consult:updated-state', 'consult:patient:updated'] as const)(
  '[RT-08] [RT-09] [RT-11] [INFO-47] [DET-25] shows what %s changed',
  async (event) => {
    const { answer } = await open();
    const Patient = makePatient({ nameGiven: 'Ruth' });
    answer.consult = makePsychConsult({ state: 'completed', completeType: 'video', Patient });
    await live.send(event, change);
    expect(await screen.findByText('Completed')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Marsh, Ruth' })).toBeInTheDocument();
    // If nothing is being typed, a state change needs no toast.
    expect(screen.queryAllByText(EDITED)).toHaveLength(event === 'consult:updated-state' ? 0 : 1);
  },
);

it('[RT-18] [INFO-08] ignores events of other consults', async () => {
  const { answer, reads, queryClient } = await open();
  const before = reads.mock.calls.length;
  const delivered = untilDelivered();
  await live.send('consult:updated', { ...change, consultId: '99999999-0000-4000-8000-000000000000' });
  await delivered;
  expect([queryClient.isFetching(), reads.mock.calls.length]).toEqual([0, before]);
  answer.consult = makePsychConsult({ state: 'completed' });
  await live.send('consult:updated-state', change);
  await screen.findByText('Completed');
  expect(reads.mock.calls.length).toBe(before + 1);
  expect(screen.queryByText(EDITED)).not.toBeInTheDocument();
});

it("[DET-23] [DET-24] [INFO-08] [BAPI-26] announces another user's edit, not the user's own, and reloads on Refresh", async () => {
  const { reads } = await open();
  await live.send('consult:updated', { ...change, actorId: makeMe().id });
  await waitFor(() => expect(reads.mock.calls.length).toBe(2));
  expect(screen.queryByText(EDITED)).not.toBeInTheDocument();
  await live.send('consult:updated', change);
  await screen.findByText(EDITED);
  await waitFor(() => expect(reads.mock.calls.length).toBe(3));
  await live.send('consult:updated', change);
  await waitFor(() => expect(reads.mock.calls.length).toBe(4));
  await waitFor(() => expect(screen.getAllByText(EDITED)).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(reads.mock.calls.length).toBe(5));
  await waitFor(() => expect(screen.queryByText(EDITED)).not.toBeInTheDocument());
});

it('[DET-23] [INFO-08] refetches after a note was signed or faxed, without announcing an edit', async () => {
  const { answer } = await open();
  answer.consult = makePsychConsult({ state: 'completed' });
  await live.send('consult:signoff-changed', change);
  expect(await screen.findByText('Completed')).toBeInTheDocument();
  expect(screen.queryByText(EDITED)).not.toBeInTheDocument();
});

it('[INFO-08] [DET-24] Refresh also refetches other queries that depend on the consult, such as its sign-off note', async () => {
  const { queryClient } = await open();
  const read = vi.fn(async () => Promise.resolve([]));
  const meta = { staleOn: [`consult/${CONSULT_ID}`] } as const;
  const note = new QueryObserver(queryClient, { queryKey: ['a sign-off note'], queryFn: read, meta });
  onTestFinished(note.subscribe(() => undefined));
  await live.send('consult:updated', change);
  await screen.findByText(EDITED);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(3));
});

it('[DET-23] [DET-24] [INFO-08] closes the toast about a corrected patient on Dismiss without reloading', async () => {
  const { reads } = await open();
  await live.send('consult:patient:updated', change);
  expect(await screen.findByText(EDITED)).toBeInTheDocument();
  await waitFor(() => expect(reads.mock.calls.length).toBe(2));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(EDITED)).not.toBeInTheDocument());
  expect(reads.mock.calls.length).toBe(2);
});

it('[INFO-47] [INFO-08] [DET-23] [DET-25] does not touch what is being typed when the consult changes', async () => {
  const { answer } = await open(makePsychConsult({ allowedActions: ['cancel'] }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel Consult' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Consult Request' });
  const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
  await userEvent.click(reason);
  await userEvent.paste('Sent home');
  answer.consult = makePsychConsult({ state: 'completed', completeType: 'video' });
  await live.send('consult:updated-state', change);
  expect(await screen.findByText('Completed')).toBeInTheDocument();
  expect(await screen.findAllByText(EDITED)).toHaveLength(1);
  await live.send('consult:updated', change);
  await waitFor(() => expect(screen.getAllByText(EDITED)).toHaveLength(1));
  expect(reason).toHaveValue('Sent home');
});
