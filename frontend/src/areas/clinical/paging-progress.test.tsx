import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EscalationRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { ConsultProvider } from '@/consults/consult-context';
import { WaitingFor } from '@/features/consult/waiting-for';
import { serverNow } from '@/shared/lib/server-clock';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { serveOnCallNow } from '@/testing/on-call-now';
import { makeEscalation, makePaged } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';

import { ConsultPages } from '@/features/paging/consult-pages';
import { PagingProgress } from '@/features/paging/paging-progress';

const grace = { id: 8, username: 'grace', firstName: 'Grace', lastName: 'Hopper' };
const handedOver = makePsychConsult({ acknowledgedByUser: dana, responsible: grace });
const toGrace = makePaged({ userId: 8, firstName: 'Grace', lastName: 'Hopper', target: 'responsible', notices: [] });
const handOver = (about: Partial<EscalationRead> = {}) =>
  makeEscalation({ id: 2, kind: 'handOver', nextAt: null, nextTargets: [], people: [toGrace], ...about });

/** The lines at the top, as soon as what they say is known. */
async function show(consult: Consult, ...escalations: EscalationRead[]) {
  serveOnCallNow({});
  server.use(http.get(`${CONSULT}/pages`, () => HttpResponse.json(escalations)));
  const { container, queryClient } = renderFeature(
    <ConsultProvider value={consult}>
      <div data-testid="top">
        <WaitingFor backup={undefined} progress={<PagingProgress />} />
      </div>
      <ConsultPages />
    </ConsultProvider>,
    { me: makeMe({ id: 7 }) },
  );
  await waitFor(() => expect(container.querySelector('section')).not.toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return linesAtTop();
}

const linesAtTop = () =>
  Array.from(screen.getByTestId('top').querySelectorAll('p[class]'), ({ textContent }) => textContent.trim());

it('[NOTIF-13] says at the top who was paged about a request, and who is next and when', async () => {
  const paged = 'Paged 12:00pm Mar 4, 2026: Dana Reyes, not seen yet. Show pages';
  expect(await show(makePsychConsult(), makeEscalation({ nextTargets: ['escalationOnly'] }))).toEqual([
    paged,
    'Next at 12:03pm Mar 4, 2026: on call for escalations only.',
  ]);
});

it('says the time only of what is today, names several, and nothing once nobody is next', async () => {
  const soon = new Date(serverNow()).toISOString();
  const next = { nextAt: soon, nextTargets: ['coordinators', 'lastResort'] } as const;
  const [, line] = await show(makePsychConsult(), makeEscalation({ ...next, nextTargets: [...next.nextTargets] }));
  expect(line).toMatch(/^Next at \d+:\d\d[ap]m: coordinators, backup number of the service line\.$/);
});

it('keeps the place of the line about who is next if nobody is', async () => {
  const [, next] = await show(makePsychConsult(), makeEscalation({ nextAt: null, nextTargets: [] }));
  expect(next).toBe('');
});

it.each<[string, Partial<EscalationRead>, string]>([
  ['paged', {}, 'paged 12:00pm Mar 4, 2026, not seen yet.'],
  ['not paged yet', { people: [] }, 'not paged yet.'],
  [
    'paged and has seen it',
    { people: [{ ...toGrace, seenAt: '2026-03-04T12:02:00Z' }], endedAt: '2026-03-04T12:02:00Z', endReason: 'opened' },
    'paged 12:00pm Mar 4, 2026, seen 12:02pm Mar 4, 2026.',
  ],
  [
    'paged but has gone',
    { people: [{ ...toGrace, goneAt: '2026-03-04T12:01:00Z' }] },
    'paged 12:00pm Mar 4, 2026, went off call 12:01pm Mar 4, 2026.',
  ],
  [
    'not paged, as they may not view it',
    { people: [{ ...toGrace, notPaged: 'noAccess' }] },
    'not paged, may not view the consult.',
  ],
])('[NOTIF-13] says at the top that whoever took over was %s', async (_, about, outcome) => {
  const earlier = handOver({ id: 1, endedAt: '2026-03-04T11:02:00Z', people: [makePaged({ userId: 9 })] });
  expect(await show(handedOver, makeEscalation({ endedAt: '2026-03-04T11:00:00Z' }), earlier, handOver(about))).toEqual(
    [`Handed over to Grace Hopper: ${outcome}`],
  );
});

it.each<[string, Consult]>([
  ['nobody has taken it over', makePsychConsult({ acknowledgedByUser: dana, responsible: dana })],
  ['it is completed', { ...handedOver, state: 'completed', completeType: 'phone' }],
])('says nothing about taking over if %s', async (_, consult) => {
  const isOver = consult.state === 'completed';
  expect(await show(consult, makeEscalation(), ...(isOver ? [handOver()] : []))).toEqual([]);
});

it('keeps the place of the line about a hand-over while it is not known', () => {
  serveOnCallNow({});
  server.use(http.get(`${CONSULT}/pages`, () => delay('infinite')));
  renderFeature(
    <ConsultProvider value={handedOver}>
      <div data-testid="top">
        <WaitingFor backup={undefined} progress={<PagingProgress />} />
      </div>
    </ConsultProvider>,
  );
  expect(linesAtTop()).toEqual(['']);
});
