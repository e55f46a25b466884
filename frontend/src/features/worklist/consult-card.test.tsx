import { act, render, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { Icon, type IconName } from '@/shared/ui/icon';
import { makeCard, makeCards } from '@/testing/make-card';
import { server } from '@/testing/server';
import { openWorklist, worklistNurse, worklistSpecialist } from '@/testing/worklist';

const drawingsIn = (shown: Element) => [...shown.querySelectorAll('svg path')].map((path) => path.getAttribute('d'));

/** The SVG paths of these icons. */
const drawn = (...names: readonly IconName[]) =>
  names.flatMap((name) => drawingsIn(render(<Icon name={name} />).container));

describe('a card', () => {
  it('[WL-45] [WL-46] shows patient, line, location, request time and number of comments', async () => {
    const { panel } = await openWorklist([
      makeCard({
        commentCount: 3,
        hasTransfer: true,
        createdAt: '2024-03-05T13:07:00Z',
        acknowledgedAt: '2024-03-05T13:26:00Z',
        location: { ...makeCard().location, timeZone: 'Asia/Kolkata' },
      }),
      ...makeCards(1, { commentCount: 1 }),
      makeCard({ id: '00000000-0000-4000-8000-000000000009', Patient: { ...makeCard().Patient, nameFamily: 'Quiet' } }),
    ]);
    const card = panel.getByRole('link', { name: /Marsh, Rosa/ });
    expect(card).toHaveTextContent('Tele-Psych');
    expect(card).toHaveTextContent('Harbor General 4 West');
    expect(card).toHaveTextContent(/Mar 5, 2024 \d{1,2}:07(am|pm)/);
    expect(card).toHaveTextContent('3 comments');
    expect(card).toHaveTextContent('Transfer');
    const other = panel.getByRole('link', { name: /Family001/ });
    expect(other).toHaveTextContent(/1 comment$/);
    expect(other).not.toHaveTextContent('Transfer');
    expect(panel.getByRole('link', { name: /Quiet/ })).toHaveTextContent(/0 comments$/);
  });

  it('[WL-36] [WL-37] [WL-38] [WL-39] [WL-40] shows on-call users the priority with minutes that update every 15 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2024-03-05T13:59:50Z') });
    try {
      const created = {
        priority: { name: 'critical', completionLimit: 7200, rank: 1 },
        createdAt: '2024-03-05T13:00:00Z',
      };
      const [waiting, acknowledged, fresh] = makeCards(3, created) as [ConsultCard, ConsultCard, ConsultCard];
      const { panel } = await openWorklist(
        [
          waiting,
          { ...acknowledged, state: 'pending', acknowledgedAt: '2024-03-05T13:40:00Z' },
          { ...fresh, createdAt: '2024-03-05T13:59:40Z' },
        ],
        worklistSpecialist,
      );
      const [shown] = panel.getAllByText('Critical');
      expect(shown?.closest('[data-priority]')).toHaveAttribute('data-priority', 'critical');
      expect(panel.getAllByText('59 min')).toHaveLength(2);
      expect(panel.getByText('0 min')).toBeInTheDocument();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(panel.getAllByText('60 min')).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['critical', 'urgent', 'routine'] as const)('[WL-36] [CONST-13] names the priority %s', async (name) => {
    const priority = { name, completionLimit: 7200, rank: 2 };
    const { panel } = await openWorklist([makeCard({ priority })], worklistSpecialist);
    const shown = panel.getByText(new RegExp(`^${name}$`, 'i'));
    expect(shown).toHaveTextContent(name.charAt(0).toUpperCase() + name.slice(1));
    expect(shown.closest('[data-priority]')).toHaveAttribute('data-priority', name);
  });

  it('[WL-38] [WL-43] [WL-44] [DET-13] [ENT-49] stops the clock of a closed consult and distinguishes completed from cancelled', async () => {
    const [done, gone, left] = makeCards(3) as [ConsultCard, ConsultCard, ConsultCard];
    const { panel } = await openWorklist(
      [
        { ...done, state: 'completed', completeType: 'video' },
        { ...gone, state: 'completed', completeType: 'cancelled' },
        { ...left, state: 'discharged' },
      ],
      worklistSpecialist,
    );
    const icon = (words: string) => drawingsIn(panel.getByText(words).closest('[data-tone]')!);
    expect(panel.getByRole('link', { name: /Family001/ })).toHaveTextContent('Completed');
    expect(icon('Completed')).toEqual(drawn('check-circle'));
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('Cancelled');
    expect(panel.getByRole('link', { name: /Family002/ })).not.toHaveTextContent('Completed');
    expect(icon('Cancelled')).toEqual(drawn('close'));
    expect(panel.getByRole('link', { name: /Family003/ })).toHaveTextContent('Discharged');
    expect(icon('Discharged')).toEqual(drawn('check-circle'));
    expect(panel.queryByText(/\d min$/)).not.toBeInTheDocument();
  });

  it.each([
    ['a nurse', worklistNurse],
    ['a specialist off call', { ...worklistSpecialist, checkedInLineIds: [], locationIds: [11] }],
  ])(
    '[WL-40] [WL-41] [WL-42] shows %s the completion limit in whole minutes, and no limit while it waits',
    async (_who, me) => {
      const [one, two] = makeCards(2, { priority: { name: 'urgent', completionLimit: 5390, rank: 1 } });
      const { panel } = await openWorklist([one!, { ...two!, state: 'pending' }], me);
      const cards = panel.getAllByRole('link', { name: /Family/ });
      expect(cards).toHaveLength(2);
      for (const card of cards) {
        expect(card).toHaveTextContent('Limit 89 min');
        expect(card).not.toHaveTextContent(/urgent|pending|new|acknowledged|completed$/i);
        expect(drawingsIn(card)).toEqual(drawn('limit', 'comment'));
      }
    },
  );

  it('shows that it was acknowledged', async () => {
    const { panel } = await openWorklist([makeCard({ acknowledgedAt: '2024-03-05T13:09:00Z' })]);
    expect(panel.getByText('Acknowledged')).toBeInTheDocument();
  });

  it('[WL-46] [DET-41] names who answers for an open consult, if that is not whoever acknowledged it', async () => {
    const grace = { id: 72, firstName: 'Grace', lastName: 'Hopper' };
    const acknowledgedAt = '2024-03-05T13:09:00Z';
    const [kept, handed, done] = makeCards(3, { acknowledgedAt }) as [ConsultCard, ConsultCard, ConsultCard];
    const { panel } = await openWorklist([
      kept,
      { ...handed, handedOverTo: grace },
      { ...done, handedOverTo: grace, state: 'completed', completeType: 'video' },
    ]);
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('Handed over to Grace Hopper');
    expect(panel.getAllByText(/Handed over/)).toHaveLength(1);
  });

  it('[WL-36] [WL-37] is loud while no one has acknowledged it, and quiet afterwards, however late it is', async () => {
    const about = { priority: { name: 'critical', completionLimit: 900, rank: 1 }, isEmergency: true };
    const [waiting, taken, done] = makeCards(3, about) as [ConsultCard, ConsultCard, ConsultCard];
    const acknowledgedAt = '2024-03-05T13:09:00Z';
    const { panel } = await openWorklist(
      [waiting, { ...taken, acknowledgedAt }, { ...done, acknowledgedAt, state: 'completed', completeType: 'video' }],
      worklistSpecialist,
    );
    const look = (name: RegExp) => {
      const card = panel.getByRole('link', { name });
      const pill = card.querySelector('[data-priority]');
      return {
        card: card.hasAttribute('data-quiet'),
        pill: pill?.hasAttribute('data-quiet'),
        emergency: within(card).getByText('Emergency').closest('[data-tone]')?.getAttribute('data-tone'),
        isLate: card.textContent.includes('over the limit'),
      };
    };
    expect(look(/Family001/)).toEqual({ card: false, pill: false, emergency: 'danger', isLate: true });
    expect(look(/Family002/)).toEqual({ card: true, pill: true, emergency: 'neutral', isLate: true });
    expect(look(/Family003/)).toEqual({ card: true, pill: true, emergency: 'neutral', isLate: false });
  });

  it('shows the status of a compact emergency as an icon, which is named for screen readers', async () => {
    const acknowledged = { acknowledgedAt: '2024-03-05T13:09:00Z' };
    const [usual, emergency] = makeCards(2, acknowledged) as [ConsultCard, ConsultCard];
    const { panel } = await openWorklist([usual, { ...emergency, isEmergency: true }]);
    const [shown, hidden] = panel.getAllByText('Acknowledged');
    expect(shown).not.toHaveClass('wl-visually-hidden');
    expect(hidden).toHaveClass('wl-visually-hidden');
    expect(drawingsIn(hidden!.closest('[data-tone]')!)).toEqual(drawn('check'));
    expect(panel.getByText('Emergency')).toBeVisible();
  });

  it('warns about two patients with the same name at one location, with details to distinguish them', async () => {
    const [one, two] = makeCards(2) as [ConsultCard, ConsultCard];
    const Patient = { ...one.Patient, nameGiven: 'Otto', birthDate: '1931-12-01' };
    const { panel } = await openWorklist([one, { ...two, Patient }]);
    const card = panel.getByRole('link', { name: /Otto/ });
    expect(card).toHaveTextContent('Same last name at this location');
    expect(card).toHaveTextContent(/12\/01\/1931 \(\d\d y\)/);
  });

  it("shows the age as of the date at the patient's location", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2024-03-06T02:00:00Z') });
    try {
      const [one, two] = makeCards(2) as [ConsultCard, ConsultCard];
      const location = { ...one.location, timeZone: 'America/New_York' };
      const Patient = { ...one.Patient, nameGiven: 'Otto', birthDate: '1950-03-06' };
      const { panel } = await openWorklist([
        { ...one, location },
        { ...two, Patient, location },
      ]);
      expect(panel.getByRole('link', { name: /Otto/ })).toHaveTextContent('(73 y)');
    } finally {
      vi.useRealTimers();
    }
  });

  it('[WL-47] opens its consult and is marked as the current one', async () => {
    server.use(http.get('*/api/consults/:id', () => delay('infinite')));
    const { panel, router, user } = await openWorklist(makeCards(2));
    const card = panel.getByRole('link', { name: /Family002/ });
    await user.click(card);
    expect(router.state.location.pathname).toBe('/consult/00000000-0000-4000-8000-000000000002');
    await waitFor(() => expect(card).toHaveAttribute('aria-current', 'page'));
    expect(panel.getByRole('link', { name: /Family001/ })).not.toHaveAttribute('aria-current');
    // Its timeline, a separate page on a phone, still belongs to this consult.
    await act(() => router.navigate({ to: '.', search: { view: 'timeline' } }));
    expect(router.state.location.search).toEqual({ view: 'timeline' });
    expect(card).toHaveAttribute('aria-current', 'page');
  });
});

describe('the keyboard', () => {
  it('reaches the list with one Tab and moves between cards with the arrow keys', async () => {
    const { panel, user } = await openWorklist(makeCards(3));
    const [one, two, three] = panel.getAllByRole('link');
    panel.getByRole('searchbox').focus();
    await user.tab();
    expect(one).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(two).toHaveFocus();
    await user.keyboard('{End}');
    expect(three).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(two).toHaveFocus();
    await user.tab();
    await user.tab({ shift: true });
    expect(two).toHaveFocus();
  });

  it('exposes the position and number of cards to assistive technology', async () => {
    const { panel } = await openWorklist(makeCards(3));
    const items = panel.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
    expect(items[0]).toHaveAttribute('aria-setsize', '3');
  });
});
