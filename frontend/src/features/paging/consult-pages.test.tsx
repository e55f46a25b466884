import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EscalationRead } from '@/api/generated/types.gen';
import { ConsultProvider } from '@/consults/consult-context';
import { serverNow } from '@/shared/lib/server-clock';
import { makePsychConsult } from '@/testing/make-consult';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { ConsultPages } from './consult-pages';

async function show(...escalations: EscalationRead[]) {
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(escalations)));
  renderFeature(
    <ConsultProvider value={makePsychConsult()}>
      <ConsultPages />
    </ConsultProvider>,
  );
  return screen.findByRole('region', { name: 'Pages' });
}

it('[NOTIF-13] says who was paged, why, how and when, and what became of it', async () => {
  const [notice] = makePaged().notices;
  if (notice === undefined) throw new Error('no notice');
  const section = await show(
    makeEscalation({
      isAnyoneReached: true,
      people: [
        makePaged({
          timesPaged: 2,
          seenAt: '2026-03-04T12:01:00Z',
          notices: [
            notice,
            { ...notice, channel: 'text', queuedAt: '2026-03-04T12:02:00Z', dueAt: '2026-03-04T12:04:00Z' },
          ],
        }),
        makePaged({
          userId: 8,
          firstName: 'Omar',
          declinedAt: '2026-03-04T12:01:30Z',
          declineReason: 'In another case',
        }),
        makePaged({
          userId: 9,
          firstName: 'Ines',
          notices: [{ ...notice, channel: 'text', failedAt: '2026-03-04T12:00:05Z', reason: 'number not registered' }],
        }),
        makePaged({ userId: 10, firstName: 'Elias', notPaged: 'noAccess', notices: [] }),
      ],
      skipped: [{ at: '2026-03-04T12:00:00Z', targets: ['escalationOnly'], reason: 'nobody' }],
    }),
  );
  const [dana, omar, ines, elias, nobody] = within(section).getAllByRole('listitem');
  expect(dana).toHaveTextContent(/Dana Reyes On call for all notifications/);
  expect(dana).toHaveTextContent(/Paged .*, 2 times, by screen, text message\..*Seen .*Text message due .*2026.*\.$/);
  expect(omar).toHaveTextContent(/Declined .*: In another case/);
  expect(ines).toHaveTextContent(/Not delivered yet\..*Text message failed: number not registered/);
  expect(elias).toHaveTextContent('Not paged: may not view the consult');
  expect(nobody).toHaveTextContent('On call for escalations only: nobody');
  expect(section).toHaveTextContent(/Next, at .*: on call for escalations only, coordinators/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says of an acknowledged consult whom it pages if nothing is done, and nothing once something was', async () => {
  const followUp: Partial<EscalationRead> = {
    kind: 'followUp',
    nextTargets: ['acknowledger'],
    backupNumber: null,
    people: [],
  };
  const section = await show(
    makeEscalation({ ...followUp, id: 2, nextAt: null, endedAt: '2026-03-04T12:04:00Z', endReason: 'active' }),
    makeEscalation({ ...followUp, id: 3, nextAt: '2026-03-04T12:09:00Z' }),
  );
  expect(section).toHaveTextContent(/^PagesPaged if nothing is done by .*2026: acknowledging provider$/);
});

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
  const section = await show(makeEscalation(about));
  const alarm = within(section).queryByRole('alert');
  if (!isAlarmed) expect(alarm).not.toBeInTheDocument();
  else {
    expect(alarm).toHaveTextContent(/Nobody has been reached.*Call the backup number of .*: \(555\) 010-0150/);
    expect(within(section).getByRole('link', { name: /\(555\) 010-0150/ })).toHaveAttribute('href', 'tel:+15550100150');
  }
});
