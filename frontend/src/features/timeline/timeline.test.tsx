import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { choices } from '@/api/contract/choices/consults.gen';
import type { TaskType } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { connectLive, untilDelivered } from '@/testing/live-server';
import { CONSULT_ID, dana, makeEntry } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

import { Timeline } from './timeline';

it('[TIME-01] [TIME-02] [TIME-04] shows its title, its disclaimer, and that there are no entries yet', async () => {
  showTimeline([]);
  expect(screen.getByRole('heading', { name: 'Consult Request Timeline' })).toBeInTheDocument();
  expect(screen.getByText('This timeline is not a replacement for EMR documentation.')).toBeInTheDocument();
  expect(await screen.findByText('No Timeline Events')).toBeInTheDocument();
});

it('[PERM-19] [BPERM-09] [TIME-08] [INFO-06] shows the comment box only if the server allows a comment', async () => {
  const { unmount } = showTimeline([], ['commentWithAlert', 'editBedsidePhone']);
  await screen.findByText('No Timeline Events');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add Comment' })).not.toBeInTheDocument();
  unmount();
  showTimeline([], ['comment']);
  await screen.findByText('No Timeline Events');
  expect(screen.getByRole('textbox', { name: /Add Comment/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add Comment' })).toBeInTheDocument();
});

it('[TIME-05] shows a spinner while it loads', async () => {
  server.use(http.get(UPDATES, () => delay('infinite')));
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} />);
  const loading = await screen.findByText('Loading timeline');
  expect(loading.closest('[role=status]')?.querySelector('.mantine-Loader-root')).toBeInTheDocument();
  expect(screen.queryByText('No Timeline Events')).not.toBeInTheDocument();
});

it('reports a failure to load and retries', async () => {
  let broken = true;
  server.use(
    http.get(UPDATES, () => (broken ? new HttpResponse(null, { status: 404 }) : HttpResponse.json([makeEntry()]))),
  );
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} />);
  await screen.findByText('Failed to load timeline');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Consult Requested')).toBeInTheDocument();
});

it.each([makeMe(), makeMe(dana)])(
  '[TIME-14] [TIME-06] shows $username who commented, when, and what they said',
  async (me) => {
    const createdAt = '2024-03-05T14:02:00Z';
    showTimeline([makeEntry({ taskType: 'update', message: 'Calmer now.', createdAt, author: dana })], [], me);
    const entry = await screen.findByRole('listitem');
    expect(within(entry).getByText(/Dana Lee/)).toBeInTheDocument();
    expect(within(entry).getByText('Calmer now.')).toBeInTheDocument();
    expect(within(entry).getByText('2:02pm Mar 5, 2024')).toBeInTheDocument();
  },
);

it('[TIME-29] shows markup in a comment as plain text, with its line breaks', async () => {
  showTimeline([makeEntry({ taskType: 'update', message: '<b>BP</b> 80/50\nsecond line' })]);
  const text = await screen.findByText(/second line/);
  expect(text.textContent).toBe('<b>BP</b> 80/50\nsecond line');
  expect(text.children).toHaveLength(0);
});

const titles: Readonly<Record<TaskType, string>> = {
  update: 'Comment',
  transfer: 'Transfer Requested',
  signoff: 'Consult Signed Off',
  cancelled: 'Consult Cancelled',
  'consult-creation': 'Consult Requested',
  'consult-acknowledgement': 'Consult Acknowledged',
  'consult-completion': 'Consult Completed',
  'transfer-acknowledgement': 'Transfer Acknowledged',
  'transfer-completion': 'Transfer Completed',
  'signoff-note-note': 'Signoff Note Signed',
  'signoff-note-addendum': 'Signoff Note Addended',
  'signoff-note-error': 'Signoff Note Marked in Error',
  'signoff-note-fax': 'Signoff Note Faxed',
  'signoff-pdf-error': 'Signoff Note PDF Failed to Create',
  'signoff-send-error': 'Signoff Note Failed to Send to EMR',
};

it('[TIME-21] [TIME-22] [TIME-23] [TIME-24] [TIME-26] has a title for every type of entry', async () => {
  const count = choices.TaskType.length;
  showTimeline(choices.TaskType.map(({ value }, index) => makeEntry({ id: count - index, taskType: value })));
  const entries = await screen.findAllByRole('listitem');
  expect(entries.map((entry) => [entry.dataset.task, within(entry).getByRole('heading').textContent])).toEqual(
    Object.entries(titles),
  );
});

it.each([
  [makeEntry({ taskType: 'cancelled', details: { cancellationReason: 'Sent home' } }), 'Sent home'],
  [
    makeEntry({ taskType: 'consult-completion', details: { completeType: 'phone only with patient' } }),
    'Phone Only with Patient',
  ],
  [
    makeEntry({ taskType: 'consult-completion', details: { completeType: 'video', qaComment: 'Seen again at 6.' } }),
    'Video\nSeen again at 6.',
  ],
  [
    makeEntry({ taskType: 'consult-completion', details: { completeType: 'phone', correctedFrom: 'video' } }),
    'Type of call corrected from Video to Phone',
  ],
])('[TIME-24] [DONE-07] shows why or how a consult was closed: %#', async (entry, words) => {
  showTimeline([entry]);
  expect(
    await screen.findByText((_, element) => element?.textContent === words && element.tagName === 'P'),
  ).toBeInTheDocument();
});

it.each([
  [null, null, ''],
  [false, false, ''],
  [true, true, 'Urgent, notified'],
  [true, false, 'Urgent, no one notified'],
])('[TIME-14] [TIME-15] labels a comment with alert %s and notified %s: %s', async (alert, notified, words) => {
  showTimeline([makeEntry({ taskType: 'update', message: 'Calmer now.', alert, notified })]);
  const { parentElement: head } = await screen.findByRole('heading', { level: 3 });
  expect(head).toHaveTextContent(new RegExp(`^Comment ?${words}$`, 'i'));
  expect(screen.getByText('Calmer now.')).toBeInTheDocument();
});

it.each([
  ['UTC', 0],
  ['America/New_York', 1],
])("[TIME-06] [DET-48] shows the time zone once if the location's (%s) differs", async (zone, times) => {
  server.use(http.get(UPDATES, () => HttpResponse.json([makeEntry(), makeEntry({ id: 2 })])));
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} zone={zone} />);
  await screen.findAllByText('Consult Requested');
  expect(screen.queryAllByText('Times are in UTC, your time zone.')).toHaveLength(times);
});

it.each([
  ['signoff-pdf-error', null, 'Signoff Note PDF Failed to Create'],
  ['signoff-pdf-error', { docType: 'Addendum' }, 'Signoff Note PDF Failed to Create'],
  ['signoff-send-error', { docType: 'Note' }, 'Signoff Note Failed to Send to EMR'],
  ['signoff-send-error', { docType: 'Addendum' }, 'Signoff Note Addended Failed to Send to EMR'],
  ['signoff-send-error', { docType: 'Error' }, 'Signoff Note Marked in Error Failed to Send to EMR'],
] as const)(
  '[TIME-27] [TIME-28] [SIGN-51] [SIGN-52] [BERR-13] says that %s %j needs no action',
  async (taskType, details, title) => {
    showTimeline([makeEntry({ taskType, details })]);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByText('Support team notified, no action needed')).toBeInTheDocument();
  },
);

const noteEntries = [
  ['signoff-note-note', 'Signoff Note Signed'],
  ['signoff-note-addendum', 'Signoff Note Addended'],
  ['signoff-note-error', 'Signoff Note Marked in Error'],
  ['signoff-note-fax', 'Signoff Note Faxed'],
  ['signoff-pdf-error', 'Signoff Note PDF Failed to Create'],
  ['signoff-send-error', 'Signoff Note Failed to Send to EMR'],
] as const;

const kinds = [
  ['[TIME-22]', 'consult-creation', 'Consult Requested'],
  ['[TIME-23]', 'consult-acknowledgement', 'Consult Acknowledged'],
  ['[TIME-24]', 'consult-completion', 'Consult Completed'],
  ['[TIME-24]', 'cancelled', 'Consult Cancelled'],
  ['[TIME-26]', 'signoff', 'Consult Signed Off'],
] as const;

it.each(kinds)('%s shows %s as "%s" with its user and time', async (_row, taskType, title) => {
  showTimeline([makeEntry({ taskType, author: dana, createdAt: '2024-03-05T14:02:00Z' })]);
  const entries = await screen.findAllByRole('listitem');
  expect(entries).toHaveLength(1);
  expect(within(entries[0]!).getByRole('heading')).toHaveTextContent(title);
  expect(entries[0]).toHaveTextContent('Dana Lee 2:02pm Mar 5, 2024');
});

it.each(noteEntries)(
  '[INFO-48] [TIME-26] [TIME-27] [TIME-28] shows %s with its user and time',
  async (taskType, title) => {
    showTimeline([makeEntry({ taskType, author: dana, createdAt: '2024-03-05T14:02:00Z' })]);
    const entry = (await screen.findByRole('heading', { name: title })).closest('li');
    expect(entry).toHaveTextContent('Dana Lee 2:02pm Mar 5, 2024');
  },
);

it('[SIGN-41] [TIME-26] [INFO-48] shows where a note was faxed to, by whom and when', async () => {
  const details = { faxNumber: '(555) 010-0177' };
  showTimeline([makeEntry({ taskType: 'signoff-note-fax', author: dana, createdAt: '2024-03-05T14:02:00Z', details })]);
  const entry = (await screen.findByRole('heading', { name: 'Signoff Note Faxed' })).closest('li');
  expect(entry).toHaveTextContent('(555) 010-0177');
  expect(entry).toHaveTextContent('Dana Lee 2:02pm Mar 5, 2024');
});

it('[RT-15] [SIGN-59] [BAPI-26] is refetched on an event for a note', async () => {
  const entries = [makeEntry()];
  const live = await connectLive();
  const { queryClient } = showTimeline(entries);
  const disconnect = connectQueries(queryClient);
  await screen.findByText('Consult Requested');
  entries.unshift(makeEntry({ id: 2, taskType: 'signoff-note-note' }));
  const event = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 7 };
  await live.send('consult:signoff-changed', { ...event, consultId: CONSULT_ID });
  expect(await screen.findByText('Signoff Note Signed')).toBeInTheDocument();
  live.close();
  disconnect();
});

it('[TIME-06] [TIME-07] updates its times every 15 s', async () => {
  vi.useFakeTimers({ now: Date.parse('2024-03-05T14:02:50Z'), shouldAdvanceTime: true });
  showTimeline([makeEntry({ createdAt: '2024-03-05T14:02:00Z' })]);
  await screen.findByText('· just now');
  expect(screen.getByText('2:02pm Mar 5, 2024')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText('· just now')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.getByText('· 1 min ago')).toBeInTheDocument();
  vi.useRealTimers();
});

it('[RT-10] [RT-18] refetches on comments on its consult and ignores those on others', async () => {
  const entries = [makeEntry()];
  const live = await connectLive();
  const { reads, queryClient } = showTimeline(entries);
  const disconnect = connectQueries(queryClient);
  await screen.findByText('Consult Requested');
  const before = reads.mock.calls.length;
  const event = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 7 };
  const delivered = untilDelivered();
  await live.send('update:created', { ...event, consultId: '99999999-0000-4000-8000-000000000000' });
  await delivered;
  expect([queryClient.isFetching(), reads.mock.calls.length]).toEqual([0, before]);
  entries.unshift(makeEntry({ id: 2, taskType: 'update', message: 'From afar.' }));
  await live.send('update:created', { ...event, consultId: CONSULT_ID });
  expect(await screen.findByText('From afar.')).toBeInTheDocument();
  expect(reads.mock.calls.length).toBe(before + 1);
  live.close();
  disconnect();
});
