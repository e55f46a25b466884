import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EscalationRead, NoticeRead } from '@/api/generated/types.gen';
import { ConsultProvider } from '@/consults/consult-context';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { ConsultPages } from './consult-pages';

async function show(...escalations: EscalationRead[]) {
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(escalations)));
  renderFeature(
    <ConsultProvider value={makePsychConsult({ acknowledgedByUser: dana })}>
      <ConsultPages />
    </ConsultProvider>,
    { me: makeMe({ id: 7 }) },
  );
  return screen.findByRole('region', { name: 'Pages' });
}

it('[NOTIF-13] says who was paged, why, how and when, and what became of it', async () => {
  const [notice] = makePaged().notices;
  if (notice === undefined) throw new Error('no notice');
  const text = (about: Partial<NoticeRead>): NoticeRead => ({ ...notice, channel: 'text', ...about });
  const call = (about: Partial<NoticeRead>): NoticeRead => ({ ...notice, channel: 'call', ...about });
  const section = await show(
    makeEscalation({
      isAnyoneReached: true,
      people: [
        makePaged({
          timesPaged: 2,
          lastAt: '2026-03-04T12:02:00Z',
          seenAt: '2026-03-04T12:01:00Z',
          notices: [
            { ...notice, deliveredAt: '2026-03-04T12:00:30Z' },
            text({ queuedAt: '2026-03-04T12:02:00Z', sentAt: null, dueAt: '2026-03-04T12:04:00Z' }),
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
          goneAt: '2026-03-04T12:07:00Z',
          notices: [
            text({ contactId: 1, failedAt: '2026-03-04T12:00:05Z', reason: 'number not registered' }),
            text({ contactId: 2, queuedAt: '2026-03-04T12:06:00Z', deliveredAt: '2026-03-04T12:06:04Z' }),
            call({ contactId: 3, failedAt: '2026-03-05T12:00:30Z', reason: 'no answer' }),
            call({ contactId: 3, queuedAt: '2026-03-05T12:01:00Z', dueAt: '2026-03-05T12:02:00Z' }),
            call({ contactId: 4, withdrawnAt: '2026-03-04T12:07:00Z' }),
            call({ isUnverified: true, sentAt: '2026-03-04T12:07:00Z' }),
          ],
        }),
        makePaged({ userId: 10, firstName: 'Elias', notPaged: 'noAccess', notices: [] }),
        makePaged({ userId: 11, firstName: 'Lena', target: 'plannedAll', goneAt: '2026-03-04T12:07:00Z', notices: [] }),
      ],
      skipped: [{ at: '2026-03-04T12:00:00Z', targets: ['escalationOnly'], reason: 'nobody' }],
    }),
  );
  const lines = within(section)
    .getAllByRole('listitem')
    .map((item) => Array.from(item.querySelectorAll('p'), ({ textContent }) => textContent));
  expect(lines).toEqual([
    [
      'Dana Reyes On call for all notifications',
      'Paged 12:00pm Mar 4, 2026, 2 times, last 12:02pm.',
      'Seen 12:01pm.',
      'Screen shown 12:00pm.',
      'Text message due 12:04pm.',
    ],
    [
      'Omar Reyes On call for all notifications',
      'Paged 12:00pm Mar 4, 2026.',
      'Declined 12:01pm: In another case',
      'Screen not shown.',
    ],
    [
      'Ines Reyes On call for all notifications',
      'Paged 12:00pm Mar 4, 2026.',
      'Went off call 12:07pm.',
      'Text message failed 12:00pm: number not registered.',
      'Text message delivered 12:06pm.',
      'Phone call failed 12:00pm Mar 5, 2026: no answer; next due 12:02pm Mar 5, 2026.',
      'Phone call no longer needed 12:07pm.',
      'Phone call to the number given at check-in, which is not verified, sent 12:07pm.',
    ],
    ['Elias Reyes On call for all notifications', 'Not paged: may not view the consult'],
    [
      'Lena Reyes Planned for all notifications, on call or not',
      'Paged 12:00pm Mar 4, 2026.',
      'No longer planned or on call 12:07pm.',
    ],
    [],
  ]);
  expect(section).toHaveTextContent('On call for escalations only: nobody, 12:00pm Mar 4, 2026');
  expect(section).toHaveTextContent(/Next at .*: on call for escalations only, coordinators/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('[NOTIF-13] says who acknowledged the request, and names the backup number once', async () => {
  const people = [makePaged({ userId: null, firstName: null, lastName: null, target: 'lastResort', notices: [] })];
  const section = await show(makeEscalation({ people, endedAt: '2026-03-04T12:09:00Z', endReason: 'acknowledged' }));
  expect(section).toHaveTextContent('Acknowledged by Dana Lee, 12:09pm Mar 4, 2026');
  expect(within(section).getByText(/^Backup number/)).toHaveTextContent(/^Backup number \(555\) 010-0150$/);
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

it.each([
  ['who took it over', 7, 'Consult Handed Over to You'],
  ['others', 8, 'Consult Handed Over'],
] as const)('says that a consult was handed over, and to %s whether it was to them', async (_, userId, title) => {
  const section = await show(makeEscalation({ kind: 'handOver', people: [makePaged({ userId })] }));
  expect(within(section).getByRole('heading', { level: 3 })).toHaveTextContent(new RegExp(`^${title}$`));
});
