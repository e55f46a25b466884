import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { connectQueries } from '@/api/live';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { mockEndpoint } from '@/testing/show-consult';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

import { Timeline } from './timeline';

const box = () => screen.getByRole('textbox', { name: /Add Comment/ });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));

it('[TIME-08] [TIME-10] [TIME-11] [TIME-12] [VAL-05] adds a trimmed comment and clears the box for the next one', async () => {
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
  const { reads, queryClient } = showTimeline(entries, ['comment', 'commentWithAlert']);
  const disconnect = connectQueries(queryClient);
  await screen.findByText('Consult Requested');
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
  expect(hasDirtyForms()).toBe(false);
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  disconnect();
});

it('[TIME-09] [PERM-20] offers urgent notification only to users with the permission', async () => {
  const { unmount } = showTimeline([], ['comment']);
  await screen.findByText('No Timeline Events');
  expect(box()).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  unmount();
  showTimeline([], ['comment', 'commentWithAlert']);
  expect(screen.getByRole('checkbox', { name: 'Urgent notify' })).not.toBeChecked();
});

it('[VAL-03] [VAL-04] [VAL-05] [INFO-15] [TIME-10] rejects a blank or too long comment before it is sent', async () => {
  const requests = mockEndpoint('post', '/updates', () => HttpResponse.json(makeEntry(), { status: 201 }));
  showTimeline([], ['comment']);
  await userEvent.type(box(), '   ');
  expect(hasDirtyForms()).toBe(false);
  await send();
  expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
  await userEvent.click(box());
  await userEvent.paste('x'.repeat(65_001));
  await send();
  expect(await screen.findAllByText('Must be at most 65000 characters long.', { exact: false })).not.toHaveLength(0);
  expect(requests).toEqual([]);
  await userEvent.type(box(), '{Backspace}');
  await send();
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([{ message: 'x'.repeat(65_000), alert: false }]),
  );
});

it('[ERR-05] [TIME-12] reports rate limiting, with a number to call if it persists, and keeps the text', async () => {
  const haste = 'Too many requests in a short time. Please wait a moment and try again.';
  const longDelay = { 'Retry-After': '60' };
  server.use(
    http.post(UPDATES, () =>
      HttpResponse.json({ code: 'too_many_requests', message: haste, errors: [] }, { status: 429, headers: longDelay }),
    ),
  );
  showTimeline([], ['comment']);
  await userEvent.type(box(), 'Calmer now.');
  await send();
  expect((await screen.findByText(haste)).closest('[role=alert]')).toHaveTextContent('Contact Help Desk.');
  expect(box()).toHaveValue('Calmer now.');
});

it('[ERR-03] [TIME-12] explains why the server forbids a comment, and keeps the page and the text', async () => {
  const message = 'You are not authorized to do this.';
  server.use(http.post(UPDATES, () => HttpResponse.json({ code: 'forbidden', message }, { status: 403 })));
  showTimeline([], ['comment']);
  const onForbidden = vi.fn();
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden });
  await userEvent.type(box(), 'Calmer now.');
  await send();
  expect((await screen.findByText(message)).closest('[role=alert]')).toHaveTextContent('Contact Help Desk.');
  expect(box()).toHaveValue('Calmer now.');
  expect(onForbidden).not.toHaveBeenCalled();
  // A toast disappears; a user who looked away can read it here.
  const notSent = screen.getByText('Your comment was not sent.');
  server.use(http.post(UPDATES, () => HttpResponse.json(makeEntry(), { status: 201 })));
  await send();
  await waitFor(() => expect(notSent).not.toBeInTheDocument());
});

it('[ERR-03] explains why the server forbids a comment right after another failure, in place of that error', async () => {
  const message = 'You are not authorized to do this.';
  const answers = [HttpResponse.json({ code: 'forbidden', message }, { status: 403 })];
  answers.unshift(HttpResponse.json({ code: 'broken', message: 'No.' }, { status: 404 }));
  server.use(http.post(UPDATES, () => answers.shift()));
  showTimeline([], ['comment']);
  await userEvent.type(box(), 'Calmer now.');
  await send();
  await screen.findByText('Contact Help Desk.');
  await send();
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText('Contact Help Desk.')).toHaveLength(1));
  expect(answers).toEqual([]);
});

it('[VAL-03] reports missing text on submit, but not while the user deletes it', async () => {
  server.use(http.post(UPDATES, () => HttpResponse.json({ code: 'broken', message: 'No.' }, { status: 500 })));
  showTimeline([], ['comment']);
  const missing = () => screen.queryAllByText('This field is required.', { exact: false });
  await userEvent.type(box(), 'Calmer now.');
  await send();
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  await userEvent.clear(box());
  await userEvent.tab();
  expect(missing()).toHaveLength(0);
  await send();
  await waitFor(() => expect(missing()).not.toHaveLength(0));
  await userEvent.type(box(), 'C');
  await waitFor(() => expect(missing()).toHaveLength(0));
  await userEvent.clear(box());
  await userEvent.tab();
  expect(missing()).toHaveLength(0);
  expect(hasDirtyForms()).toBe(false);
});

it('[INFO-15] [TIME-12] retries with the same idempotency key, and sends the same text with a new key once the first was received', async () => {
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
    await waitFor(() => expect(hasDirtyForms()).toBe(time === 1));
  }
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('[PERM-20] [TIME-11] [TIME-12] keeps text typed while an urgent comment is being sent', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.use(
    http.post(UPDATES, async () => {
      await arrived;
      return HttpResponse.json(makeEntry({ id: 2, taskType: 'update', message: 'Calmer now.' }), { status: 201 });
    }),
  );
  showTimeline([], ['comment', 'commentWithAlert']);
  await userEvent.type(box(), ' Calmer now. ');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Urgent notify' }));
  await send();
  await userEvent.type(box(), 'Asks for water.');
  arrive();
  await screen.findByText('Update created');
  await waitFor(() => expect(box()).toHaveValue('Asks for water.'));
  expect(screen.getByRole('checkbox', { name: 'Urgent notify' })).not.toBeChecked();
  expect(hasDirtyForms()).toBe(true);
});

it('[RT-10] [TIME-12] shows one comment if its response was lost and its event has already shown it', async () => {
  const keys = new Set<string | null>();
  const entries = [makeEntry()];
  const comment = makeEntry({ id: 2, taskType: 'update', message: 'ok' });
  let lost = true;
  server.use(
    http.post(UPDATES, ({ request }) => {
      keys.add(request.headers.get('Idempotency-Key'));
      if (!entries.includes(comment)) entries.unshift(comment);
      return lost ? HttpResponse.error() : HttpResponse.json(comment, { status: 201 });
    }),
  );
  const { queryClient } = showTimeline(entries, ['comment']);
  const disconnect = connectQueries(queryClient);
  const live = await connectLive();
  await screen.findByText('Consult Requested');
  await userEvent.type(box(), 'ok');
  speedUpTimers();
  await send();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Comment' })).toBeEnabled());
  const about = { serviceLineId: 3, locationId: 11, organizationId: 1, actorId: 7 };
  await live.send('update:created', { ...about, consultId: CONSULT_ID });
  await screen.findByText('ok', { selector: 'p' }, { timeout: 50_000 });
  lost = false;
  await send();
  await waitFor(() => expect(box()).toHaveValue(''), { timeout: 50_000 });
  expect(keys.size).toBe(1);
  live.close();
  disconnect();
});

it('[TIME-13] [PERM-19] [PERM-21] [BPERM-09] [BPERM-10] hides the comment box of a closed consult, unless it has unsent text', async () => {
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
  renderFeature(<Closing />, { me: makeMe({ rbacPermissions: permissions('Transfer Consult') }) });
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
