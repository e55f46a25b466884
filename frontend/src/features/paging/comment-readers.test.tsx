import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, onTestFinished } from 'vitest';

import { connectQueries } from '@/api/live';
import type { EscalationRead } from '@/api/generated/types.gen';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { CommentReaders } from './comment-readers';

const COMMENT_ID = 5;
const comment = makeEntry({ id: COMMENT_ID, taskType: 'update', createdAt: '2026-03-04T12:00:00Z' });
const urgent = (about: Partial<EscalationRead> = {}) =>
  makeEscalation({ kind: 'urgentComment', commentId: COMMENT_ID, ...about });
const omar = makePaged({ userId: 8, firstName: 'Omar', lastName: 'Lin' });
const ines = makePaged({ userId: 9, firstName: 'Ines', lastName: 'Roe' });

/** The words with single spaces. */
const textIn = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ').trim();

async function show(...escalations: EscalationRead[]) {
  const served = { escalations };
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(served.escalations)));
  const { container, queryClient } = renderFeature(
    <main>
      <CommentReaders comment={comment} openedAt={0} isTarget={false} />
    </main>,
  );
  onTestFinished(connectQueries(queryClient));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return { served, container };
}

it.each([
  ['nobody yet', urgent({ people: [] }), 'Notifying'],
  [
    'nobody, because nobody is on call',
    urgent({ people: [], skipped: [{ at: '2026-03-04T12:00:00Z', targets: ['allNotifications'], reason: 'nobody' }] }),
    'There was nobody to notify',
  ],
  ['one', urgent(), 'Notified Dana Reyes 12:00pm · Not seen yet'],
  [
    'two, of whom one has seen it',
    urgent({ people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' }), omar] }),
    'Notified Dana Reyes 12:00pm, Omar Lin 12:00pm · Seen by Dana Reyes 12:01pm',
  ],
  [
    'one on the phone, and it was opened on the next day',
    urgent({ people: [makePaged({ heardAt: '2026-03-04T12:02:00Z', seenAt: '2026-03-05T07:00:00Z' })] }),
    'Notified Dana Reyes 12:00pm · Heard by Dana Reyes 12:02pm · Seen by Dana Reyes 7:00am Mar 5, 2026',
  ],
  [
    'one, because another one may not view the consult',
    urgent({ people: [makePaged(), { ...omar, notPaged: 'noAccess', notices: [] }] }),
    'Notified Dana Reyes 12:00pm · Not seen yet',
  ],
  ['nobody, because it is about another comment', urgent({ commentId: 6 }), ''],
  ['nobody, because it is about the request', makeEscalation(), ''],
] as const)('[TIME-17] says on an urgent comment who was notified and has seen it: %s', async (_, escalation, line) => {
  await show(escalation);
  await waitFor(() => expect(textIn(screen.getByRole('main'))).toBe(line));
});

it('[TIME-17] counts many people, and names them on request', async () => {
  await show(urgent({ people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' }), omar, ines] }));
  const names = await screen.findByRole('button', { name: 'Show names' });
  expect(textIn(screen.getByRole('main'))).toMatch(/^Notified 3 · Seen by 1 Show names/);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(names).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(names);
  expect(screen.getAllByRole('listitem').map(textIn)).toEqual([
    'Dana Reyes: notified 12:00pm, seen 12:01pm',
    'Omar Lin: notified 12:00pm, not seen yet',
    'Ines Roe: notified 12:00pm, not seen yet',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hide names' }));
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

it('[TIME-17] follows live who has seen it', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { served } = await show(urgent());
  expect(await screen.findByText(/Not seen yet/)).toBeInTheDocument();
  served.escalations = [urgent({ people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' })] })];
  await live.send('paging:changed', { consultId: CONSULT_ID });
  expect(await screen.findByText(/Seen by Dana Reyes 12:01pm/)).toBeInTheDocument();
});
