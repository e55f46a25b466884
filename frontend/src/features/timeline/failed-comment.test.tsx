import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { hasDirtyForms } from '@/drafts/dirty-forms';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { server } from '@/testing/server';
import { neverResponds, shortTimeLimits } from '@/testing/short-time-limits';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

const failures = [
  ['a timeout', neverResponds],
  ['a lost network', () => HttpResponse.error()],
  ['a server error', () => HttpResponse.json({ code: 'internal' }, { status: 500 })],
  ['an unknown error', () => HttpResponse.json({ code: 'unheard_of' }, { status: 418 })],
] as const;
it.each(failures)(
  '[ERR-05] [TIME-12] after %s shows the error toast with the help desk, and keeps the text',
  async (_, fail) => {
    speedUpTimers();
    if (fail === neverResponds) shortTimeLimits();
    server.use(http.post(UPDATES, fail));
    showTimeline([], ['comment']);
    const box = screen.getByRole('textbox', { name: /Add Comment/ });
    box.focus();
    await userEvent.paste('Calmer now.');
    await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
    const toast = (await screen.findByText('Contact Help Desk.', {}, { timeout: 60_000 })).closest('[role=alert]');
    expect(toast).toHaveTextContent(/^Contact Help Desk\.$/);
    expect(box).toHaveValue('Calmer now.');
  },
);

it('[TIME-10] [TIME-11] [TIME-12] keeps the text and the checkbox if the comment could not be sent, and prompts before discarding them', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(UPDATES, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ code: 'broken', message: 'No.' }, { status: 400 });
    }),
  );
  showTimeline([], ['comment', 'commentWithAlert']);
  const box = screen.getByRole('textbox', { name: /Add Comment/ });
  const urgent = screen.getByRole('checkbox', { name: 'Urgent notify' });
  box.focus();
  await userEvent.paste('Calmer now.');
  for (const alert of [false, true]) {
    if (alert) await userEvent.click(urgent);
    await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ message: 'Calmer now.', alert }));
    expect(await screen.findByText('Your comment was not sent.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Comment' })).toBeEnabled());
    expect(box).toHaveValue('Calmer now.');
    expect(hasDirtyForms()).toBe(true);
  }
  expect(urgent).toBeChecked();
  expect(screen.queryByText('Update created')).not.toBeInTheDocument();
  expect(sent).toHaveLength(2);
});

it.each([
  ['no response', () => HttpResponse.error(), 'The server did not respond.'],
  ['a server error', () => HttpResponse.json({ message: 'Too busy.' }, { status: 503 }), 'Too busy.'],
])(
  'after %s warns that the first comment may have been sent before sending a changed one, and sends it on the second press',
  async (_, fail, why) => {
    speedUpTimers();
    const sent: unknown[] = [];
    server.use(http.post(UPDATES, fail));
    showTimeline([], ['comment']);
    const box = screen.getByRole('textbox', { name: /Add Comment/ });
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
    box.focus();
    await userEvent.paste('Calmer now.');
    await send();
    const unknown = await screen.findByText('Your comment may not have been sent.', {}, { timeout: 8_000 });
    expect(unknown.parentElement).toHaveTextContent(`${why} It is safe to press Add Comment again.`);
    server.use(
      http.post(UPDATES, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ code: 'conflict', message: 'No.' }, { status: 409 });
      }),
    );
    box.focus();
    await userEvent.paste(' Asleep.');
    await send();
    expect(await screen.findByText('Your earlier comment may have been sent.')).toBeInTheDocument();
    expect(sent).toEqual([]);
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    // A rejection is a definite response: nothing was stored.
    expect(await screen.findByText('Your comment was not sent.')).toBeInTheDocument();
  },
);

it('explains why a consult accepts no more comments, and keeps the text', async () => {
  const full =
    'A consult can have up to 1,000 comments with 1,000,000 characters in total, and this comment would exceed that. ' +
    "Document the rest in the hospital's record.";
  server.use(http.post(UPDATES, () => HttpResponse.json({ code: 'comments_full', message: full }, { status: 409 })));
  showTimeline([], ['comment']);
  const box = screen.getByRole('textbox', { name: /Add Comment/ });
  box.focus();
  await userEvent.paste('Calmer now.');
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
  const title = await screen.findByText('Your comment was not sent.');
  expect(title.parentElement).toHaveTextContent(`Your comment was not sent.${full}`);
  expect(title.parentElement).not.toHaveTextContent('again');
  expect(box).toHaveValue('Calmer now.');
});
