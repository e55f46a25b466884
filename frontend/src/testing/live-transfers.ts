import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { onTestFinished } from 'vitest';

import type { EventPayload } from '@/api/events';
import type { SearchConsults, SearchTransfers, TransferCard } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { connectLive, untilConnected, untilLost } from './live-server';
import { eventAbout, hideTab } from './live-worklist';
import { renderApp } from './render-app';
import { server } from './server';
import { signInForTest } from './session';
import { speedUpTimers } from './speed-up-timers';
import { transferCoordinator } from './worklist';

/**
 * The page of the list of transfers with a socket. `answer` is what the server lists from now on; `requests` are the browser's:
 * `list`, `newest` after an outage, or `consults`.
 */
export async function openLiveTransfers(first: readonly TransferCard[], me: Me = transferCoordinator) {
  const answer = { transfers: first };
  const requests: string[] = [];
  server.use(
    http.post('*/api/transfers/$search', async ({ request }) => {
      const { filter } = (await request.json()) as SearchTransfers;
      requests.push(filter?.sort === 'newestFirst' ? 'newest' : 'list');
      return HttpResponse.json({ transfers: answer.transfers, hasMore: false });
    }),
    http.post('*/api/consults/$search', async ({ request }) => {
      const { sort } = (await request.json()) as SearchConsults;
      requests.push(sort === 'newestFirst' ? 'newest consults' : 'consults');
      return HttpResponse.json({ consults: [], hasMore: false });
    }),
    // Other requests of the page do not matter here.
    http.get('*/pages', () => HttpResponse.json([])),
    http.all('*/api/*', () => HttpResponse.json([])),
  );
  signInForTest(me.username);
  const live = await connectLive();
  onTestFinished(() => {
    // Waits for pending events so that none reaches the next test.
    cleanup();
    hideTab(false);
    live.close();
  });
  const app = renderApp('/transfer', { me });
  const panel = within(await screen.findByRole('region', { name: 'Transfers' }, { timeout: 10_000 }));
  await waitFor(() => {
    if (panel.queryByText('Loading transfers') !== null) throw new Error('The list is still loading.');
  });
  /** Loses the connection, lists these transfers instead, and reconnects. */
  const comeBackTo = async (...transfers: TransferCard[]) => {
    answer.transfers = transfers;
    speedUpTimers();
    live.drop();
    await untilLost();
    await act(untilConnected);
  };
  return { ...app, live, panel, answer, requests, comeBackTo };
}

/** The event that the server sends about this transfer. */
export function transferEvent({ id, consult }: TransferCard, actorId = 900): EventPayload<'transfer:created'> {
  return { ...eventAbout(consult, actorId), transferId: id };
}
