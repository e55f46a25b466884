import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { EscalationRead } from '@/api/generated/types.gen';
import { ConsultProvider } from '@/consults/consult-context';
import { serverNow } from '@/shared/lib/server-clock';
import { makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { ConsultAlerts } from './consult-alerts';

async function show(...escalations: EscalationRead[]) {
  const answered = vi.fn(() => HttpResponse.json(escalations));
  server.use(http.get(`${CONSULT}/pages`, answered));
  const onShowComment = vi.fn();
  const { queryClient } = renderFeature(
    <ConsultProvider value={makePsychConsult()}>
      <ConsultAlerts onShowComment={onShowComment} />
    </ConsultProvider>,
    { me: makeMe({ id: 7 }) },
  );
  await vi.waitFor(() => expect([answered.mock.calls.length, queryClient.isFetching()]).toEqual([1, 0]));
  await act(async () => Promise.resolve());
  return { onShowComment };
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
  await show(makeEscalation({ id: 1, endedAt: '2026-03-04T12:05:00Z' }), makeEscalation({ id: 2, ...about }));
  if (!isAlarmed) expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  else {
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Nobody has been reached.*Call the backup number of .*: \(555\) 010-0150/,
    );
    expect(screen.getByRole('link', { name: /\(555\) 010-0150/ })).toHaveAttribute('href', 'tel:+15550100150');
  }
});

it('[TIME-17] shows on request an urgent comment that pages the user and stays out of sight', async () => {
  const about = { kind: 'urgentComment', backupNumber: null } as const;
  const { onShowComment } = await show(
    makeEscalation({ ...about, id: 1, commentId: 5 }),
    makeEscalation({ ...about, id: 2, commentId: 6, people: [makePaged({ seenAt: '2026-03-04T12:01:00Z' })] }),
  );
  expect(screen.queryByRole('button', { name: 'Show Comment' })).not.toBeInTheDocument();
  expect(await screen.findByRole('status', {}, { timeout: 10_000 })).toHaveTextContent(
    /Urgent comment.*You have not seen it yet\./,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show Comment' }));
  expect(onShowComment).toHaveBeenCalledExactlyOnceWith(5);
});
