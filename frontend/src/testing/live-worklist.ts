import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { EventPayload } from '@/api/events';
import type { ConsultCard, ReadCards, SearchConsults } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { connectLive, type LiveServer } from './live-server';
import { listed } from './make-card';
import { renderApp } from './render-app';
import { server } from './server';
import { signInForTest } from './session';
import { respondWithCards, worklistSpecialist } from './worklist';

/** A server whose list changes while the browser shows it; the browser learns of changes only from events. */
export class LiveWorklist {
  /** The browser's requests: `list`, `newest` after an outage, or `card` with the last three digits of each id. */
  requests: string[] = [];
  /** The bodies of the requests for pages and cards. */
  readonly bodies: (SearchConsults | ReadCards)[] = [];
  private cards: readonly ConsultCard[] = [];
  private readonly closers: (() => void)[] = [];

  start() {
    server.use(
      http.post('*/api/consults/$search', async ({ request }) => {
        const body = (await request.json()) as SearchConsults;
        this.bodies.push(body);
        this.requests.push(body.sort === 'newestFirst' ? 'newest' : 'list');
        return HttpResponse.json({ consults: this.cards.map(listed), hasMore: false });
      }),
      http.post('*/api/consults/$cards', async ({ request }) => {
        const body = (await request.json()) as ReadCards;
        this.bodies.push(body);
        this.requests.push(`card ${body.ids.map((id) => id.slice(-3)).join(' ')}`);
        return respondWithCards(this.cards, body);
      }),
      // Other requests of the page do not matter here.
      http.get('*/pages', () => HttpResponse.json([])),
      http.all('*/api/*', () => HttpResponse.json([])),
    );
  }

  /** Replaces the consults in the browser's list. */
  serve(...cards: ConsultCard[]) {
    this.cards = cards;
  }

  /** Opens the worklist page with these consults and a socket. */
  async open(cards: readonly ConsultCard[], me: Me = worklistSpecialist) {
    this.serve(...cards);
    signInForTest(me.username);
    const live: LiveServer = await connectLive();
    const app = renderApp('/consult', { me });
    this.closers.push(live.close);
    const panel = within(await screen.findByRole('region', { name: 'Consults' }, { timeout: 10_000 }));
    await waitFor(() => {
      if (panel.queryByText('Loading consults') !== null) throw new Error('The list is still loading.');
    });
    return { ...app, panel, live };
  }

  /** Waits for pending events so that none reaches the next test. */
  stop() {
    cleanup();
    hideTab(false);
    for (const close of this.closers.splice(0)) close();
  }
}

/** The event that the server sends about this card's consult. */
export function eventAbout(card: ConsultCard, actorId = 900): EventPayload<'consult:created'> {
  const { id: consultId, serviceLineId, organizationId, location } = card;
  return { consultId, serviceLineId, organizationId, locationId: location.id, actorId };
}

/** Shows or hides the tab until the test ends. */
export function hideTab(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
