import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { EscalationRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { ConsultProvider } from '@/consults/consult-context';
import { serverNow } from '@/shared/lib/server-clock';
import { makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { ConsultAlerts } from './consult-alerts';

async function show(escalations: readonly EscalationRead[], allowedActions: Consult['allowedActions'] = ['comment']) {
  const answered = vi.fn(() => HttpResponse.json(escalations));
  server.use(http.get(`${CONSULT}/pages`, answered));
  const { queryClient } = renderFeature(
    <ConsultProvider value={makePsychConsult({ allowedActions })}>
      <ConsultAlerts />
    </ConsultProvider>,
    { me: makeMe({ id: 7 }) },
  );
  await vi.waitFor(() => expect([answered.mock.calls.length, queryClient.isFetching()]).toEqual([1, 0]));
  await act(async () => Promise.resolve());
}

it.each<[string, Partial<EscalationRead>, boolean]>([
  ['for a minute', { startedAt: new Date(serverNow() - 61_000).toISOString() }, true],
  ['and nobody is left to page', { startedAt: new Date(serverNow()).toISOString(), nextAt: null }, true],
  [
    'and the backup number is called',
    {
      startedAt: new Date(serverNow()).toISOString(),
      people: [makePaged({ userId: null, firstName: null, lastName: null, target: 'lastResort' })],
    },
    true,
  ],
  ['but only for some seconds', { startedAt: new Date(serverNow() - 20_000).toISOString() }, false],
  ['but it has ended', { endedAt: '2026-03-04T12:05:00Z', endReason: 'cancelled' }, false],
  ['but someone has been reached', { isAnyoneReached: true }, false],
])('[NOTIF-13] gives the backup number if nobody has been reached %s', async (_, about, isAlarmed) => {
  await show([makeEscalation({ id: 1, endedAt: '2026-03-04T12:05:00Z' }), makeEscalation({ id: 2, ...about })]);
  if (!isAlarmed) expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  else {
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Nobody has been reached.*Call the backup number of .*: \(555\) 010-0150/,
    );
    expect(screen.getByRole('link', { name: /\(555\) 010-0150/ })).toHaveAttribute('href', 'tel:+15550100150');
  }
});

const asCoordinator = makePaged({ target: 'coordinators' });

it.each<[string, Partial<EscalationRead>, Consult['allowedActions'], boolean]>([
  ['is asked to', {}, ['declinePage'], true],
  ['may acknowledge it', {}, ['acknowledge', 'declinePage'], false],
  ['has declined', { people: [{ ...asCoordinator, declinedAt: '2026-03-04T12:07:00Z' }] }, ['comment'], false],
  ['was not paged', { people: [makePaged({ userId: 8, target: 'coordinators' })] }, ['comment'], false],
  ['was paged before someone acknowledged', { endedAt: '2026-03-04T12:07:00Z' }, ['comment'], false],
])('[NOTIF-13] says what is expected of a coordinator who %s: %#', async (_, about, allowedActions, isAsked) => {
  await show([makeEscalation({ people: [asCoordinator], isAnyoneReached: true, ...about })], allowedActions);
  const box = screen.queryByText('Nobody has acknowledged this consult')?.closest('[role="status"]');
  if (!isAsked) expect(box).toBeUndefined();
  else
    expect(box).toHaveTextContent(
      /Find someone who can take it, or call the backup number of Tele-Psych: \(555\) 010-0150$/,
    );
});
