import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { makeCard } from '@/testing/make-card';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';
import { openWorklist } from '@/testing/worklist';

function serveConsult() {
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
  );
}

it('moves focus on a phone to the heading of the page that replaces the other', async () => {
  onPhone();
  serveConsult();
  const { panel, user } = await openWorklist([makeCard({ id: CONSULT_ID })]);
  panel.getByRole('link', { name: /Marsh/ }).focus();
  await user.keyboard('{Enter}');
  const name = await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
  await waitFor(() => expect(name).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Back to consults' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Consults' })).toHaveFocus());
});

it('keeps focus on the card when the consult opens beside it', async () => {
  serveConsult();
  const { panel, user } = await openWorklist([makeCard({ id: CONSULT_ID })]);
  const card = panel.getByRole('link', { name: /Marsh/ });
  card.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });
  expect(card).toHaveFocus();
});
