import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { EscalationRead, PageRead } from '@/api/generated/types.gen';
import { serveSight } from '@/testing/in-sight';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { makeEscalation, makePage, makePaged, servePages } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { CommentReaders } from './comment-readers';
import { pagesQuery } from './queries';
import { type Arrival, useSeenPages } from './use-seen-pages';

const me = makeMe({ id: 7 });
const comment = makeEntry({ id: 5, taskType: 'update', createdAt: '2026-03-04T12:00:00Z' });
const urgent = (about: Partial<EscalationRead> = {}) =>
  makeEscalation({ kind: 'urgentComment', commentId: 5, ...about });
const SEEN = `seen ${CONSULT_ID} 5`;
const MOMENT_MS = 1000;

/** The moment at which the comment paged the user. */
const NOON = Date.parse('2026-03-04T12:00:00Z');
const afterwards: Arrival = { openedAt: NOON, isTarget: false };
const before: Arrival = { openedAt: NOON - 1, isTarget: false };

function Page(arrival: Arrival) {
  useSeenPages(CONSULT_ID);
  return <CommentReaders comment={comment} {...arrival} />;
}

/** Shows the open consult with its urgent comment, out of sight. */
async function show(escalations: readonly EscalationRead[], waiting: readonly PageRead[] = [], arrival = afterwards) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const sight = serveSight();
  const served = Object.assign(servePages(waiting), { escalations });
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json([...served.escalations])));
  const { queryClient } = renderFeature(<Page {...arrival} />, { me });
  await queryClient.query(pagesQuery(me.id));
  await screen.findByText(/^Notified/);
  return { served, sight, queryClient };
}

const wait = async (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('[TIME-17] counts an urgent comment as seen once it has been in sight for a moment, not because its consult is open', async () => {
  const page = makePage({ kind: 'urgentComment', commentId: 5, priority: 'routine' });
  const { served, sight } = await show([urgent()], [page]);
  await wait(10 * MOMENT_MS);
  sight.scroll(true);
  await wait(MOMENT_MS / 2);
  sight.scroll(false);
  await wait(10 * MOMENT_MS);
  sight.covered = true;
  sight.scroll(true);
  await wait(10 * MOMENT_MS);
  expect(served.requests).toEqual([]);
  sight.covered = false;
  await wait(MOMENT_MS);
  await vi.waitFor(() => expect(served.requests).toEqual([SEEN]));
});

it.each<[string, Partial<EscalationRead>, readonly PageRead[], readonly string[]]>([
  [
    'once more, after someone else opened it first',
    { endedAt: '2026-03-04T12:00:30Z', endReason: 'opened' },
    [],
    [SEEN],
  ],
  ['not again', { people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' })] }, [], []],
  [
    'again if only its push was pressed',
    { people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' })] },
    [makePage({ kind: 'urgentComment', commentId: 5 })],
    [SEEN],
  ],
  ['not if it has paged only others', { people: [makePaged({ userId: 8 })] }, [], []],
])('[TIME-17] reports %s that the user has seen an urgent comment', async (_, about, waiting, requests) => {
  const { served, sight } = await show([urgent(about)], waiting);
  sight.scroll(true);
  await wait(2 * MOMENT_MS);
  await vi.waitFor(() => expect(served.requests).toEqual(requests));
});

it('[NOTIF-13] counts an urgent comment that came while its consult was open only once the user does something there', async () => {
  const { served, sight } = await show([urgent()], [makePage({ kind: 'urgentComment', commentId: 5 })], before);
  const frame = screen.getByText(/^Notified/).closest('[data-unseen]');
  sight.scroll(true);
  await wait(10 * MOMENT_MS);
  expect(served.requests).toEqual([]);
  expect(frame).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  sight.scroll(true);
  await wait(MOMENT_MS / 2);
  expect(served.requests).toEqual([]);
  await wait(MOMENT_MS);
  await vi.waitFor(() => expect(served.requests).toEqual([SEEN]));
});

it('[NOTIF-13] counts one to which the user was led, although it came while its consult was open', async () => {
  const { served, sight } = await show([urgent()], [], { ...before, isTarget: true });
  sight.scroll(true);
  await wait(2 * MOMENT_MS);
  await vi.waitFor(() => expect(served.requests).toEqual([SEEN]));
});

it('marks the newest urgent comment that the user has not seen', async () => {
  const seen = { people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' })] };
  const { served, queryClient } = await show([urgent(), urgent({ id: 2, commentId: 4 })]);
  const isMarked = () => screen.getByText(/^Notified/).closest('[data-unseen]') !== null;
  expect(isMarked()).toBe(true);
  const showNext = async (expected: boolean, ...escalations: readonly EscalationRead[]) => {
    served.escalations = escalations;
    await queryClient.refetchQueries({ queryKey: ['consult-pages'] });
    await vi.waitFor(() => expect(isMarked()).toBe(expected));
  };
  await showNext(false, urgent(), urgent({ id: 2, commentId: 6 }));
  await showNext(true, urgent(), urgent({ id: 2, commentId: 6, ...seen }));
  await showNext(false, urgent(seen));
});

it('[NOTIF-13] reports at once that the user has opened a consult that they were paged for', async () => {
  const { served } = await show([urgent()], [makePage(), makePage({ id: 2, kind: 'urgentComment', commentId: 5 })]);
  await vi.waitFor(() => expect(served.requests).toEqual([`seen ${CONSULT_ID} page 1`]));
});

it('[NOTIF-13] reports a page that began while the consult was open only once the user does something there', async () => {
  const { served, queryClient } = await show([urgent()]);
  served.list = [makePage({ id: 3, kind: 'handOver' })];
  await queryClient.query({ ...pagesQuery(me.id), staleTime: 0 });
  document.dispatchEvent(new Event('visibilitychange'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(served.requests).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await vi.waitFor(() => expect(served.requests).toEqual([`seen ${CONSULT_ID} page 3`]));
  await userEvent.click(document.body);
  await wait(MOMENT_MS);
  expect(served.requests).toHaveLength(1);
});
