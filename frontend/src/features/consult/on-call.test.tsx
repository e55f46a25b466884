import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { ada, serveOnCallNow } from '@/testing/on-call-now';
import { mockEndpoint, showConsult } from '@/testing/show-consult';

const acknowledged = { acknowledgedByUser: dana, acknowledgedAt: '2026-03-02T08:05:00Z' } as const;
const NOBODY = 'Nobody is on call for Tele-Psych right now.';

it('says who is on call until someone acknowledges the consult', async () => {
  const served = serveOnCallNow({ 3: [ada] });
  const { queryClient } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
  expect(await screen.findByText('Ada Lovelace, Virtual')).toBeInTheDocument();
  served.people = { 3: [] };
  await refreshStale(queryClient, new Set(['on-call'] as const));
  expect(await screen.findByText(NOBODY)).toBeInTheDocument();
  mockEndpoint('post', '/acknowledge', () => HttpResponse.json(makePsychConsult(acknowledged)));
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(screen.queryByText(NOBODY)).not.toBeInTheDocument());
});

it.each([
  ['acknowledged', acknowledged],
  ['completed', { state: 'completed', completeType: 'video' } as const],
])('does not say who is on call once it is %s', async (_state, about) => {
  const served = serveOnCallNow({ 3: [] });
  showConsult(makePsychConsult(about));
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(NOBODY)).not.toBeInTheDocument();
  expect(served.requests).toBe(0);
});

it('says what happens to a request when nobody is on call, with the number that will be called', async () => {
  serveOnCallNow({ 3: [] });
  showConsult(makePsychConsult(), { backup: { number: '(555) 010-0150', state: 'next' } });
  const box = (await screen.findByText(NOBODY)).closest('[role="status"]');
  expect(box).toHaveTextContent(
    `${NOBODY}Whoever goes on call next will be paged at once. The backup number (555) 010-0150 will be called within five minutes.`,
  );
});
