import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { consultQuery } from '@/consults/queries';
import { CONSULT_ID, makeEntry, makePatient, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';

const consult = makePsychConsult();

const viewer = ['List Consult', 'List Transfer', 'View Consult'] as const;

interface OpenOptions {
  respond?: () => Response | Promise<Response>;
  rights?: readonly (typeof viewer)[number][];
}

/** Renders the application at a path, with this response for the consult. */
function open(path: string, { respond = () => HttpResponse.json(consult), rights = viewer }: OpenOptions = {}) {
  server.use(
    http.get(CONSULT, respond),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    http.get(`${CONSULT}/transfers`, () => HttpResponse.json([])),
    ...emptyAnswers,
  );
  return renderApp(path, { me: makeMe({ rbacPermissions: permissions(...rights) }) });
}

it.each(['consult', 'transfer'])(
  '[ROUTE-20] [ROUTE-25] [DET-47] /%s/:id/next shows the raw response, and nothing else',
  async (list) => {
    onPhone();
    open(`/${list}/${CONSULT_ID}/next`);
    const raw = await screen.findByRole('region', { name: 'Raw consult' });
    expect(JSON.parse(raw.textContent)).toEqual(consult);
    expect(raw.textContent).toContain('\n  "callbackNumber": "(555) 010-0100",\n');
  },
);

it.each([CONSULT_ID, 'no-such-thing'])('[DET-45] [DET-47] says that %s could not be loaded', async (id) => {
  open(`/consult/${id}/next`, {
    respond: () => HttpResponse.json({ code: 'consult_not_found' }, { status: 404 }),
  });
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Raw consult' })).not.toBeInTheDocument();
});

it.each(['', '?cb=17', '/force/17?cb=18'])(
  '[ROUTE-22] [ROUTE-23] /consult-legacy/:id%s shows the consult',
  async (query) => {
    open(`/consult-legacy/${CONSULT_ID}${query}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
    expect(await screen.findByText('Consult Requested')).toBeInTheDocument();
  },
);

it.each([true, false])('[ROUTE-23] force %s shows nothing that was fetched before', async (force) => {
  let respond: () => void = () => undefined;
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { router, queryClient } = open('/help');
  await waitFor(() => expect(router.state.status).toBe('idle'));
  server.use(
    http.get(CONSULT, async () => {
      await response;
      return HttpResponse.json(makePsychConsult({ Patient: makePatient({ nameGiven: 'Rosalind' }) }));
    }),
  );
  queryClient.setQueryData(consultQuery(CONSULT_ID).queryKey, consult, { updatedAt: Date.now() - 1 });
  router.history.push(`/consult-legacy/${CONSULT_ID}${force ? '/force' : ''}`);
  if (force) expect(await screen.findByText('Loading consult')).toBeInTheDocument();
  else expect(await screen.findByRole('heading', { name: 'Marsh, Rosa' })).toBeInTheDocument();
  expect(screen.queryAllByRole('heading', { name: 'Marsh, Rosa' })).toHaveLength(force ? 0 : 1);
  respond();
  expect(await screen.findByRole('heading', { name: 'Marsh, Rosalind' })).toBeInTheDocument();
});

it('[ROUTE-23] [PERM-01] [ROUTE-38] [ROUTE-40] [PERM-07] neither force nor cb admits users who may not view consults', async () => {
  open(`/consult-legacy/${CONSULT_ID}/force/1?cb=1`, { rights: ['List Consult'] });
  expect(await screen.findByText(/^You are not authorized to enter ".*" route$/)).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Marsh, Rosa' })).not.toBeInTheDocument();
});
