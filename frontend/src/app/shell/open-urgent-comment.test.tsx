import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { serverNow } from '@/shared/lib/server-clock';
import { serveSight } from '@/testing/in-sight';
import { CONSULT_ID, makeEntry } from '@/testing/make-consult';
import { makeEscalation, makePage, makePaged, servePages } from '@/testing/pages';
import { server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';
import { consultWithNote } from '@/testing/show-note-page';
import {
  commentAt,
  makeUrgent,
  openToast,
  provider,
  showUrgent,
  SLOW,
  TITLE,
  toast,
  untilGone,
} from '@/testing/urgent-comments';

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

describe('a comment that waits in the bar', () => {
  const bar = () => screen.findByRole('region', { name: 'Waiting for you' }, SLOW);
  const about = { kind: 'urgentComment', commentId: 77 } as const;

  /** The bar and the notification are about one comment. */
  async function showPaged() {
    const pages = servePages([makePage({ id: 9, ...about })]);
    const shown = await showUrgent();
    await bar();
    await shown.comment(makeUrgent({ createdAt: minute(1) }));
    shown.timeline.entries.splice(
      0,
      1,
      makeEntry({ id: 77, taskType: 'update', createdAt: minute(1), message: 'Now 82/50.' }),
    );
    await screen.findByRole('button', { name: 'Notifications, 1 new' }, SLOW);
    return { ...shown, pages };
  }

  it('[NOTIF-13] has no toast beside the bar, nor afterwards', async () => {
    const { pages, live, served } = await showPaged();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    pages.list = [];
    await live.send('page:changed', { consultId: CONSULT_ID });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for you' })).not.toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(served.requests).not.toContain('dismiss 1');
  });

  it('[NOTIF-13] [TIME-17] is shown by Open, and its notification goes once the user has seen it', async () => {
    onPhone();
    const people = [makePaged({ userId: provider.id })];
    const escalations = { list: [makeEscalation({ ...about, startedAt: minute(1), people })] };
    server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(escalations.list)));
    const { router, served, live } = await showPaged();
    await userEvent.click(within(await bar()).getByRole('button', { name: /^Open Urgent Comment/ }));
    await waitFor(() => expect(entryOf('Now 82/50.')).toHaveFocus(), SLOW);
    expect(router.state.location.search).toEqual({ view: 'timeline' });
    expect(served.requests).not.toContain('dismiss 1');
    escalations.list = [
      makeEscalation({ ...about, startedAt: minute(1), people: [{ ...people[0]!, seenAt: minute(2) }] }),
    ];
    await live.send('paging:changed', { consultId: CONSULT_ID });
    await waitFor(() => expect(served.requests).toContain('dismiss 1'), SLOW);
  });

  it('[NOTIF-13] counts as seen at once if it was there when its consult was opened, otherwise only after Open', async () => {
    const people = [makePaged({ userId: provider.id })];
    const escalations = { list: [makeEscalation({ ...about, startedAt: minute(1), people })] };
    server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(escalations.list)));
    const { router, pages, live, timeline } = await showPaged();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const sight = serveSight();
    Object.assign(document, { elementFromPoint: () => screen.getAllByText(/^Notified/)[0] });
    const seen = () => pages.requests.filter((request) => request.startsWith('seen'));
    const look = async () => {
      sight.scroll(true);
      await vi.advanceTimersByTimeAsync(2_000);
    };
    const untilSeen = async (...requests: readonly string[]) =>
      vi.waitFor(async () => {
        await look();
        expect(seen()).toEqual(requests);
      }, SLOW);
    await act(() => router.navigate({ to: '/consult/$id', params: { id: CONSULT_ID } }));
    await screen.findByText(/^Notified/, {}, SLOW);
    await untilSeen(`seen ${CONSULT_ID} 77`);

    const now = new Date(serverNow() + 1).toISOString();
    const next = { ...about, commentId: 78 };
    pages.list = [makePage({ id: 10, ...next })];
    timeline.entries.unshift(makeEntry({ id: 78, taskType: 'update', createdAt: now, message: 'Now 70/40.' }));
    escalations.list = [
      makeEscalation({ ...next, startedAt: now, people: [{ ...people[0]!, firstAt: now }] }),
      makeEscalation({ ...about, startedAt: minute(1), people: [{ ...people[0]!, seenAt: minute(2) }] }),
    ];
    await live.send('page:changed', { consultId: CONSULT_ID });
    await live.send('paging:changed', { consultId: CONSULT_ID });
    await live.send('update:created', {
      consultId: CONSULT_ID,
      serviceLineId: 2,
      locationId: 1,
      organizationId: 1,
      actorId: 1,
    });
    await vi.waitFor(() => expect(entryOf('Now 70/40.')).toHaveTextContent('Not seen yet'), SLOW);
    await look();
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(seen()).toHaveLength(1);
    // Without a press in the page, as a notification of the browser would.
    fireEvent.click(within(await bar()).getByRole('button', { name: /^Show Urgent Comment/ }));
    await untilSeen(`seen ${CONSULT_ID} 77`, `seen ${CONSULT_ID} 78`);
  });
});
