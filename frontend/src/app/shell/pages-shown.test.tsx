import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { connectLive } from '@/testing/live-server';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { makePage, servePages } from '@/testing/pages';
import { fakePushBrowser, removePushBrowser } from '@/testing/push-browser';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { serveTransfers } from '@/testing/worklist';

const SLOW = { timeout: 10_000 };
/** Of each receipt. */
const ATTEMPTS = 4;
const provider = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
const coordinator = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult', 'List Transfer') });

beforeEach(() => {
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    ...emptyAnswers,
  );
  serveTransfers([]);
});
afterEach(() => {
  // A tab that becomes visible reports what it shows.
  if (document.hidden) hideTab(false);
  removePushBrowser();
});

/** The help page of a user for whom this waits. */
async function open(me = provider, first: readonly PageRead[] = []) {
  const live = await connectLive();
  onTestFinished(live.close);
  const served = servePages(first);
  const { router } = renderApp('/help', { me });
  await screen.findByRole('link', { name: 'Wardline, home' });
  const send = async (list: readonly PageRead[]) => {
    served.list = [...list];
    await live.send('page:changed', { consultId: CONSULT_ID });
  };
  const receipts = () => served.requests.filter((each) => each.startsWith('shown')).map((each) => each.slice(6));
  return { router, served, send, receipts };
}

const bar = () => screen.findByRole('region', { name: 'Waiting for you' }, SLOW);
const pagesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => makePage({ id: first + index }));
const idsFrom = (first: number, last: number) =>
  pagesFrom(first, last)
    .map(({ id }) => id)
    .join();

it('[NOTIF-13] proves of however many pages that they arrived, and of each only once', async () => {
  const { send, receipts } = await open(provider, pagesFrom(1, 150));
  await waitFor(() => expect(receipts().toSorted()).toEqual([idsFrom(1, 100), idsFrom(101, 150)]));
  await send(pagesFrom(2, 151));
  await waitFor(() => expect(receipts().slice(2)).toEqual(['151']));
});

it('[NOTIF-13] a page has not arrived on a screen that nobody sees, until the tab is visible', async () => {
  const { send, receipts } = await open();
  hideTab(true);
  await send(pagesFrom(1, 2));
  await bar();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(receipts()).toEqual([]);
  hideTab(false);
  await waitFor(() => expect(receipts()).toEqual(['1,2']));
});

it('a receipt that was lost again and again is sent once the user returns to the tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { receipts, send } = await open();
  let lost = 0;
  server.use(
    http.post('*/api/pages/shown', () => {
      lost += 1;
      return lost <= ATTEMPTS ? HttpResponse.json({ code: 'invalid' }, { status: 400 }) : undefined;
    }),
  );
  await send(pagesFrom(1, 1));
  await bar();
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect([lost, receipts()]).toEqual([ATTEMPTS, []]);
  hideTab(true);
  hideTab(false);
  await waitFor(() => expect(receipts()).toEqual(['1']));
});

it.each(['transfer', 'consult'])('[NOTIF-13] a page leads where the server says (%s)', async (list) => {
  const { shown } = fakePushBrowser({ permission: 'granted' });
  const { router, send, served } = await open(coordinator);
  hideTab(true);
  await send([makePage({ kind: 'transfer', path: `/${list}/${CONSULT_ID}` })]);
  await waitFor(() => expect(shown.get('page-1')?.data.link).toBe(`/${list}/${CONSULT_ID}`), SLOW);
  hideTab(false);
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Open Transfer Requested/ }));
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
  expect(router.state.location.pathname).toBe(`/${list}/${CONSULT_ID}`);
  expect(await within(await bar()).findByText(/^The consult on this page/)).toBeInTheDocument();
  await waitFor(() => expect(served.requests).toContain(`seen ${CONSULT_ID} page 1`));
});
