import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import type {
  ConsultCard,
  LocationRead,
  ReadCards,
  SearchConsults,
  SearchTransfers,
  ServiceLineSummary,
  TransferCard,
} from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { listed } from './make-card';
import { makeMe, permissions } from './me';
import { renderApp } from './render-app';
import { server } from './server';

export function makeLine(id: number, name: string, primaryCheckinOn = false): ServiceLineSummary {
  const features = { displayServiceType: true, primaryCheckinOn };
  return { id, name, slug: name.toLowerCase(), type: null, FeaturesByServiceLines: features };
}

export const worklistNurse = makeMe({
  rbacPermissions: permissions('List Consult', 'View Consult', 'Request Consult'),
  locationIds: [11],
  requestableServiceLines: [makeLine(3, 'Tele-Psych'), makeLine(2, 'Tele-Stroke')],
});

/** On call for psych. */
export const worklistSpecialist = makeMe({
  id: 2,
  username: 'psych',
  isVirtual: true,
  rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult'),
  serviceLines: [makeLine(3, 'Tele-Psych')],
  checkedInLineIds: [3],
});

/** A server with these consults that returns pages and single cards, and records the requests for pages. */
export function serveList(cards: readonly ConsultCard[]) {
  const requests: Required<SearchConsults>[] = [];
  server.use(
    http.post('*/api/consults/$search', async ({ request }) => {
      const body = (await request.json()) as Required<SearchConsults>;
      requests.push(body);
      const end = body.start + body.length;
      const consults = cards.slice(body.start, end).map(listed);
      return HttpResponse.json({ consults, hasMore: end < cards.length });
    }),
    http.post('*/api/consults/$cards', async ({ request }) =>
      respondWithCards(cards, (await request.json()) as ReadCards),
    ),
  );
  return requests;
}

/** The requested cards that are in this list. */
export function respondWithCards(cards: readonly ConsultCard[], { ids }: ReadCards) {
  return HttpResponse.json({ consults: cards.filter(({ id }) => ids.includes(id)).map(listed) });
}

/** A server with these transfers, which records the requests for pages. */
export function serveTransfers(transfers: readonly TransferCard[]) {
  const requests: SearchTransfers[] = [];
  server.use(
    http.post('*/api/transfers/$search', async ({ request }) => {
      const body = (await request.json()) as Required<SearchTransfers>;
      requests.push(body);
      const end = body.start + body.length;
      return HttpResponse.json({ transfers: transfers.slice(body.start, end), hasMore: end < transfers.length });
    }),
  );
  return requests;
}

export type ListedLocation = Pick<LocationRead, 'id' | 'displayName' | 'facilityName'>;

/** A server with these locations, of which these are favorites. */
export function serveLocations(locations: readonly ListedLocation[] = [], favorites: readonly number[] = []) {
  server.use(
    http.get('*/api/locations/active', () => HttpResponse.json(locations)),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json(favorites.map((locationId) => ({ locationId })))),
  );
}

/** Makes the server reject these requests. */
export function rejectLists(when: (body: SearchConsults) => boolean = () => true) {
  server.use(
    http.post('*/api/consults/$search', async ({ request }) =>
      when((await request.clone().json()) as SearchConsults)
        ? HttpResponse.json({ code: 'bad' }, { status: 400 })
        : undefined,
    ),
  );
}

/** May see transfers only. */
export const transferCoordinator = makeMe({
  id: 3,
  username: 'transfer',
  rbacPermissions: permissions('List Transfer', 'View Consult'),
  serviceLines: [makeLine(2, 'Tele-Stroke')],
});

/** Opens the worklist page with these consults and waits for them; the filter finds only these locations and the user's favorites. */
export async function openWorklist(
  cards: readonly ConsultCard[],
  me: Me = worklistNurse,
  favorites: readonly number[] = [],
  locations: readonly ListedLocation[] = [],
) {
  const requests = serveList(cards);
  serveLocations(locations, favorites);
  const app = renderApp('/consult', { me });
  const panel = within(await screen.findByRole('region', { name: 'Consults' }, { timeout: 10_000 }));
  await waitFor(() => {
    if (panel.queryByText('Loading consults') !== null) throw new Error('The list is still loading.');
  });
  return { ...app, requests, panel, user: userEvent.setup() };
}

/** Opens the transfer list page and waits for it. */
export async function openTransfers(transfers: readonly TransferCard[], me: Me = transferCoordinator) {
  const requests = serveTransfers(transfers);
  serveLocations();
  const app = renderApp('/transfer', { me });
  const panel = within(await screen.findByRole('region', { name: 'Transfers' }, { timeout: 10_000 }));
  await waitFor(() => {
    if (panel.queryByText('Loading transfers') !== null) throw new Error('The list is still loading.');
  });
  return { ...app, requests, panel, user: userEvent.setup() };
}
