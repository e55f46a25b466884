import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { choices } from '@/api/contract/choices.gen';
import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { hasUnsavedInput } from '@/shared/lib/unsaved-input';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Timeline, type TimelineProps } from './timeline';

const UPDATES = `*/api/consults/${CONSULT_ID}/updates`;

/** The timeline in front of a server that answers these entries. */
function showTimeline(entries: TimelineEntryRead[], allowedActions: TimelineProps['allowedActions'] = []) {
  const reads = vi.fn(() => HttpResponse.json(entries));
  server.use(http.get(UPDATES, reads));
  const view = renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={allowedActions} />);
  return { ...view, reads };
}

const box = () => screen.getByRole('textbox', { name: /Add Comment/ });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));

it('[TIME-01] [TIME-02] [TIME-04] names itself, says what it is not, and that nothing happened yet', async () => {
  showTimeline([]);
  expect(screen.getByRole('heading', { name: 'Consult Request Timeline' })).toBeInTheDocument();
  expect(screen.getByText('This timeline is not a replacement for EMR documentation.')).toBeInTheDocument();
  expect(await screen.findByText('No Timeline Events')).toBeInTheDocument();
});

it('[TIME-05] shows a spinner while it loads', async () => {
  server.use(http.get(UPDATES, () => delay('infinite')));
  renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={[]} />);
  expect(await screen.findByText('Loading timeline')).toBeInTheDocument();
});

it('says when it could not be loaded and tries again', async () => {
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

it('[TIME-14] [TIME-06] shows who commented, when and what', async () => {
  showTimeline([
    makeEntry({
      taskType: 'update',
      message: 'Calmer now.',
      createdAt: '2024-03-05T14:02:00Z',
      author: { id: 7, firstName: 'Dana', lastName: 'Lee' },
    }),
  ]);
  const entry = await screen.findByRole('listitem');
  expect(within(entry).getByText(/Dana Lee/)).toBeInTheDocument();
  expect(within(entry).getByText('Calmer now.')).toBeInTheDocument();
  expect(within(entry).getByText('2:02pm Mar 5, 2024')).toBeInTheDocument();
});

it('[TIME-29] shows markup in a comment as the text that it is, with its line breaks', async () => {
  showTimeline([makeEntry({ taskType: 'update', message: '<b>BP</b> 80/50\nsecond line' })]);
  const text = await screen.findByText(/second line/);
  expect(text.textContent).toBe('<b>BP</b> 80/50\nsecond line');
  expect(text.children).toHaveLength(0);
});

it('has words for every kind of entry', async () => {
  showTimeline(choices.TaskType.map(({ value }, index) => makeEntry({ id: index, taskType: value })));
  const entries = await screen.findAllByRole('listitem');
  expect(entries.map((entry) => within(entry).getByRole('heading').textContent)).toEqual(
    choices.TaskType.map(({ label }) => label),
  );
});

it.each([
  [makeEntry({ taskType: 'cancelled', details: { cancellationReason: 'Sent home' } }), 'Sent home'],
  [
    makeEntry({ taskType: 'consult-completion', details: { completeType: 'phone only with patient' } }),
    'Phone Only with Patient',
  ],
])('[TIME-24] says why or how a consult ended: %#', async (entry, words) => {
  showTimeline([entry]);
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it.each([
  ['signoff-pdf-error', null, 'Signoff Note PDF Failed to Create'],
  ['signoff-send-error', null, 'Signoff Note Failed to Send to EMR'],
  ['signoff-send-error', { docType: 'Addendum' }, 'Signoff Note Addended Failed to Send to EMR'],
  ['signoff-send-error', { docType: 'Error' }, 'Signoff Note Marked in Error Failed to Send to EMR'],
] as const)('[TIME-27] [TIME-28] says that %s %j needs nothing done', async (taskType, details, title) => {
  showTimeline([makeEntry({ taskType, details })]);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText('Support team notified, no action needed')).toBeInTheDocument();
});

it('[TIME-07] brings its times up to date every 15 s', async () => {
  vi.useFakeTimers({ now: Date.parse('2024-03-05T14:02:50Z'), shouldAdvanceTime: true });
  showTimeline([makeEntry({ createdAt: '2024-03-05T14:02:00Z' })]);
  expect(await screen.findByText('· just now')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(screen.getByText('· 1 min ago')).toBeInTheDocument();
  vi.useRealTimers();
});

it('[TIME-08] [TIME-10] [TIME-11] [TIME-12] [VAL-05] adds a comment, trimmed, and makes room for the next one', async () => {
  const entries = [makeEntry()];
  const bodies: unknown[] = [];
  server.use(
    http.post(UPDATES, async ({ request }) => {
      bodies.push(await request.json());
      const entry = makeEntry({ id: 2, taskType: 'update', message: 'Calmer now.' });
      entries.unshift(entry);
      return HttpResponse.json(entry, { status: 201 });
    }),
  );
  showTimeline(entries, ['comment', 'commentWithAlert']);
  await userEvent.type(box(), '  Calmer now. ');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Urgent notify' }));
  await send();
  expect(await screen.findByText('Update created')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((entry) => within(entry).getByRole('heading').textContent)).toEqual([
    'Comment',
    'Consult Requested',
  ]);
  expect(bodies).toEqual([{ message: 'Calmer now.', alert: true }]);
  expect(box()).toHaveValue('');
  expect(screen.getByRole('checkbox', { name: 'Urgent notify' })).not.toBeChecked();
  expect(hasUnsavedInput()).toBe(false);
});

it('[TIME-09] offers urgent notification only to those who may', async () => {
  showTimeline([], ['comment']);
  await screen.findByText('No Timeline Events');
  expect(box()).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('[VAL-03] [VAL-04] refuses a blank and a too long comment before it is sent', async () => {
  showTimeline([], ['comment']);
  await userEvent.type(box(), '   ');
  await send();
  expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
  await userEvent.click(box());
  await userEvent.paste('x'.repeat(65_001));
  await send();
  expect(await screen.findAllByText('Must be at most 65000 characters long.', { exact: false })).not.toHaveLength(0);
});

it('[TIME-12] [DET-26] keeps the text when the comment could not be sent, and does not let go of it unasked', async () => {
  server.use(http.post(UPDATES, () => HttpResponse.json({ code: 'forbidden', message: 'No.' }, { status: 400 })));
  showTimeline([], ['comment']);
  await userEvent.type(box(), 'Calmer now.');
  await send();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Comment' })).toBeEnabled());
  expect(box()).toHaveValue('Calmer now.');
  expect(hasUnsavedInput()).toBe(true);
});

it('gives the same words a key of their own once the first have arrived, and the same key while they have not', async () => {
  const keys: (string | null)[] = [];
  let id = 1;
  server.use(
    http.post(UPDATES, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      if (keys.length === 1) return HttpResponse.json({ code: 'gone', message: 'Gone.' }, { status: 400 });
      id += 1;
      return HttpResponse.json(makeEntry({ id, taskType: 'update', message: 'ok' }), { status: 201 });
    }),
  );
  showTimeline([makeEntry()], ['comment']);
  await screen.findByText('Consult Requested');
  for (const time of [1, 2, 3]) {
    if (time !== 2) await userEvent.type(box(), 'ok');
    await send();
    await waitFor(() => expect(keys).toHaveLength(time));
    if (time !== 1) await waitFor(() => expect(box()).toHaveValue(''));
  }
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('[TIME-13] hides the card of a closed consult, but not while it holds what was not sent', async () => {
  server.use(http.get(UPDATES, () => HttpResponse.json([])));
  function Closing() {
    const [closed, setClosed] = useState(false);
    return (
      <>
        <Timeline consultId={CONSULT_ID} allowedActions={closed ? [] : ['comment']} />
        <button onClick={() => setClosed(!closed)}>Toggle</button>
      </>
    );
  }
  renderFeature(<Closing />);
  const toggle = () => userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  await toggle();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await toggle();
  await userEvent.type(box(), 'Calmer now.');
  await toggle();
  expect(box()).toHaveValue('Calmer now.');
  expect(screen.queryByRole('button', { name: 'Add Comment' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('[RT-10] [RT-18] follows comments of its consult and ignores those of others', async () => {
  const entries = [makeEntry()];
  const { reads, queryClient } = showTimeline(entries);
  const disconnect = connectQueries(queryClient);
  const live = await connectLive();
  await screen.findByText('Consult Requested');
  const before = reads.mock.calls.length;
  const event = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 7 };
  await live.send('update:created', { ...event, consultId: '99999999-0000-4000-8000-000000000000' });
  entries.unshift(makeEntry({ id: 2, taskType: 'update', message: 'From afar.' }));
  await live.send('update:created', { ...event, consultId: CONSULT_ID });
  expect(await screen.findByText('From afar.')).toBeInTheDocument();
  expect(reads.mock.calls.length).toBe(before + 1);
  live.close();
  disconnect();
});
