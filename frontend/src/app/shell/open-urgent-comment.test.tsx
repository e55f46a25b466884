import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { CONSULT_ID } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';
import { consultWithNote } from '@/testing/show-note-page';
import { commentAt, makeUrgent, openToast, showUrgent, SLOW, TITLE, toast, untilGone } from '@/testing/urgent-comments';

/** The elements scrolled into view, newest last. */
const scrolledTo: Element[] = [];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  scrolledTo.length = 0;
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this);
  });
});

const entryOf = (text: string) => screen.getByText(text).closest('li');
const minute = (nth: number) => `2026-03-04T12:0${nth}:00Z`;

it('[NOTIF-13] Open shows the comment in the timeline, which counts as seen once it is visible', async () => {
  const { served, timeline, comment, router } = await showUrgent();
  timeline.entries.push(commentAt(minute(0), 'Before.'));
  await comment(makeUrgent({ createdAt: minute(1) }));
  timeline.entries.push(commentAt(minute(2), 'Since.'));
  let respond: () => void = () => undefined;
  timeline.respond = () =>
    new Promise((resolve) => {
      respond = () => resolve(HttpResponse.json(timeline.entries));
    });
  await openToast();
  await screen.findByText('Loading timeline', {}, SLOW);
  expect(await toast()).toHaveTextContent('Rosa Marsh');
  expect(served.requests).not.toContain('dismiss 1');
  respond();
  await untilGone();
  expect(served.requests).toContain('dismiss 1');
  expect(entryOf('Seizing now.')).toHaveFocus();
  expect(scrolledTo.at(-1)).toBe(entryOf('Seizing now.'));
  expect(router.state.location.state.showsComment).toBeUndefined();
});

it('[NOTIF-13] Open shows the timeline on a phone, with the consult before it in the history', async () => {
  onPhone();
  const { comment, router } = await showUrgent();
  await comment(makeUrgent());
  await openToast();
  await waitFor(() => expect(screen.getByText('Seizing now.').closest('li')).toHaveFocus(), SLOW);
  expect(router.state.location.search).toEqual({ view: 'timeline' });
  await untilGone();
  await userEvent.click(screen.getByRole('button', { name: 'Consult' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
});

it('[NOTIF-13] stays if the timeline cannot be shown', async () => {
  const { served, timeline, comment } = await showUrgent();
  timeline.respond = () => new HttpResponse(null, { status: 404 });
  await comment(makeUrgent());
  await openToast();
  await screen.findByText('Failed to load timeline', {}, SLOW);
  expect(screen.getByRole('button', { name: `Open ${TITLE}, Rosa Marsh` })).toBeInTheDocument();
  expect(served.requests).not.toContain('dismiss 1');
  timeline.respond = () => HttpResponse.json(timeline.entries);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await untilGone();
  expect(entryOf('Seizing now.')).toHaveFocus();
});

it('[NOTIF-13] waits while a dialog covers the comment, and says so', async () => {
  const { served, comment, router } = await showUrgent();
  server.use(http.get(CONSULT, () => HttpResponse.json({ ...consultWithNote, allowedActions: ['editBedsidePhone'] })));
  await act(() => router.navigate({ to: '/consult/$id', params: { id: CONSULT_ID } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit bedside phone number' }, SLOW));
  await screen.findByRole('dialog', {}, SLOW);
  await comment(makeUrgent());
  await openToast();
  expect(await screen.findByText('Close the open dialog to see the comment.')).toBeInTheDocument();
  await screen.findByText('Seizing now.');
  expect(served.requests).not.toContain('dismiss 1');
  await userEvent.click(screen.getByRole('textbox', { name: /Bedside Phone Number/ }));
  await userEvent.keyboard('{Escape}');
  await untilGone();
  expect(entryOf('Seizing now.')).toHaveFocus();
});

it('[NOTIF-13] is dismissed, too, once View Comment in the notification panel has shown the comment', async () => {
  const { served, comment } = await showUrgent();
  await comment(makeUrgent());
  await toast();
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 new' }));
  await userEvent.click(await screen.findByRole('button', { name: 'View Comment' }, SLOW));
  await untilGone();
  expect(served.requests).toContain('dismiss 1');
  expect(entryOf('Seizing now.')).toHaveFocus();
});
