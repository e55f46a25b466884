import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { serverNow } from '@/shared/lib/server-clock';
import { makeContact, PUSH_KEY } from '@/testing/contacts';
import { fakeAlertTone } from '@/testing/fake-alert-tone';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { makePage, servePages } from '@/testing/pages';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';

const SLOW = { timeout: 10_000 };
const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString();
const elsewhere = (id: number, about: Partial<PageRead> = {}) =>
  makePage({ id, consultId: `7d9d2f5e-1111-4f7a-9a52-6f6c2a7d9e1${id}`, serviceLineName: `Line ${id}`, ...about });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get('*/api/consults/:id', () => HttpResponse.json({}, { status: 404 })),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    ...emptyAnswers,
  );
});

async function open(first: readonly PageRead[], { path = '/help', user = me } = {}) {
  const live = await connectLive();
  onTestFinished(live.close);
  const served = servePages(first);
  const app = renderApp(path, { me: user });
  await screen.findByRole('region', { name: 'Waiting for you' }, SLOW);
  const send = async (...list: PageRead[]) => {
    served.list = list;
    await live.send('page:changed', { consultId: CONSULT_ID });
    await act(() => vi.advanceTimersByTimeAsync(300));
  };
  return { ...app, served, send };
}

const bar = () => screen.getByRole('region', { name: 'Waiting for you' });
const rows = () => within(bar()).getAllByRole('listitem');
const texts = () => rows().map(({ textContent }) => textContent);
const lines = () => texts().map((text) => /Line \d|on this page|No longer/.exec(text)?.[0]);
const openOf = (line: string) => within(bar()).getByRole('button', { name: new RegExp(`^Open .*${line}`) });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it.each(['a phone', 'a desktop'])('a second press on Open, on %s, opens no other patient', async (screenOf) => {
  if (screenOf === 'a phone') onPhone();
  const { router, send } = await open([elsewhere(1), elsewhere(2)]);
  const button = openOf('Line 1');
  fireEvent.click(button);
  // The server sorts what was seen behind what was not.
  await send(elsewhere(2), elsewhere(1));
  expect(lines()[0]).toBe('Line 1');
  expect(button).toBeInTheDocument();
  fireEvent.click(button);
  expect(router.state.location.pathname).toBe(elsewhere(1).path);
  await pass(1_600);
  expect(lines()[0]).toBe('on this page');
});

it('what ends after a press keeps its place for a moment, so that nothing moves into it', async () => {
  const { send } = await open([elsewhere(1), elsewhere(2), elsewhere(3)]);
  fireEvent.pointerDown(openOf('Line 1'));
  await send(elsewhere(2), elsewhere(3));
  expect(lines()).toEqual(['No longer', 'Line 2']);
  expect(openOf('Line 1')).toBeDisabled();
  expect(within(bar()).getByRole('button', { name: '1 more waiting' })).toBeInTheDocument();
  await pass(1_600);
  expect(lines()).toEqual(['Line 2', 'Line 3']);
  fireEvent.pointerDown(openOf('Line 2'));
  await send();
  expect(lines()).toEqual(['No longer', 'No longer']);
  await pass(1_600);
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).not.toBeInTheDocument();
});

it('nothing changes places under the mouse or the focus; what arrives is counted meanwhile', async () => {
  const { send } = await open([elsewhere(1), elsewhere(2)]);
  const user = userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTime(delay) });
  await user.hover(openOf('Line 2'));
  await send(elsewhere(3), elsewhere(2), elsewhere(1));
  await pass(60_000);
  expect(lines()).toEqual(['Line 1', 'Line 2']);
  expect(within(bar()).queryByRole('button', { name: /more waiting/ }), 'would move the rows').not.toBeInTheDocument();
  expect(within(bar()).getByText('1 more waiting')).toBeInTheDocument();
  await user.hover(document.body);
  expect(lines()).toEqual(['Line 3', 'Line 2']);
  act(() => openOf('Line 2').focus());
  await send(elsewhere(1), elsewhere(3), elsewhere(2));
  expect(lines()).toEqual(['Line 3', 'Line 2']);
  expect(within(bar()).getByRole('button', { name: '1 more waiting' })).toBeInTheDocument();
  act(() => openOf('Line 2').blur());
  expect(lines()).toEqual(['Line 1', 'Line 3']);
});

it('the mouse over rows that have all ended keeps none of them', async () => {
  const { send } = await open([elsewhere(1), elsewhere(2)]);
  const user = userEvent.setup({ advanceTimers: (delay) => vi.advanceTimersByTime(delay) });
  await user.hover(openOf('Line 2'));
  await send(elsewhere(3));
  expect(lines()).toEqual(['Line 3']);
  await send(elsewhere(3), elsewhere(4));
  expect(lines(), 'still there').toEqual(['Line 3']);
});

it.each([
  ['on a phone', true],
  ['on a desktop', false],
])(
  '[NOTIF-13] what waits about the consult on the page is first, %s, beside the loudest of the others',
  async (_, isPhone) => {
    if (isPhone) onPhone();
    const own = [
      makePage({ id: 5, kind: 'urgentComment', commentId: 77, startedAt: minutesAgo(1) }),
      makePage({ id: 6, kind: 'followUp', why: 'responsible' }),
    ];
    const louder = [1, 2].map((id) => elsewhere(id, { startedAt: minutesAgo(9 - id) }));
    await open([...louder, ...own], { path: `/consult/${CONSULT_ID}` });
    await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
    expect(texts()).toEqual([
      expect.stringMatching(/^Critical1 min.*Urgent CommentThe consult on this page, Tele-Stroke.*Show$/),
      expect.stringMatching(/New ConsultLine 1, Lakeshore General - ED/),
    ]);
    expect(within(bar()).getByRole('button', { name: '2 more waiting' })).toBeInTheDocument();
  },
);

it('on the page of a consult every row is one line, and elsewhere only what the user has seen', async () => {
  const [other, own] = [elsewhere(1), makePage({ id: 5 })];
  const { router, send } = await open([other, own]);
  const isLine = () => rows().map((row) => row.hasAttribute('data-line'));
  expect(isLine()).toEqual([false, false]);
  await router.navigate({ to: '/consult/$id', params: { id: CONSULT_ID } });
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
  await waitFor(() => expect(isLine()).toEqual([true, true]));
  await send(other, { ...own, seen: true });
  await router.navigate({ to: '/help' });
  await waitFor(() => expect(isLine()).toEqual([false, true]));
});

it('turns the time of a request red when its limit has passed, as the list does, but not of what somebody has in hand', async () => {
  await open([
    makePage({ id: 1, startedAt: minutesAgo(16), completionLimit: 15 * 60 }),
    makePage({ id: 2, startedAt: minutesAgo(17), completionLimit: 30 * 60, priority: 'urgent' }),
    makePage({ id: 3, startedAt: minutesAgo(18), completionLimit: 15 * 60, kind: 'followUp' }),
  ]);
  fireEvent.click(within(bar()).getByRole('button', { name: '1 more waiting' }));
  const [request, inTime, inGoodHands] = [/16 min of 15, over the limit/, /17 min of 30New/, /18 minNo Activity/];
  await waitFor(() => expect(texts()).toContainEqual(expect.stringMatching(request)));
  expect(texts()).toContainEqual(expect.stringMatching(inTime));
  expect(texts()).toContainEqual(expect.stringMatching(inGoodHands));
});

it('says in the bar, in a few words, that only this screen reaches the user', async () => {
  fakeAlertTone();
  localStorage.setItem(`wardline.sound.${me.id}`, 'off');
  const { queryClient } = await open([elsewhere(1)], {
    user: makeMe({
      rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult'),
      checkedInLineIds: [2],
    }),
  });
  server.use(
    http.get('*/api/contacts', () =>
      HttpResponse.json({ contacts: [makeContact({ verifiedAt: null })], pushKey: PUSH_KEY }),
    ),
  );
  await queryClient.invalidateQueries({ queryKey: ['contacts'] });
  const button = await within(bar()).findByRole('button', { name: 'Only this screen reaches you' }, SLOW);
  expect(within(bar()).getByRole('button', { name: 'Turn on sound' })).toBeInTheDocument();
  fireEvent.click(button);
  expect(await screen.findByRole('dialog', { name: 'Paging Settings' }, SLOW)).toBeInTheDocument();
});
