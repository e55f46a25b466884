import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EscalationRead } from '@/api/generated/types.gen';
import { ConsultProvider } from '@/consults/consult-context';
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
