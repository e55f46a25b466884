import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { makeCards, makeTransfer } from '@/testing/make-card';
import { permissions } from '@/testing/me';
import { openTransfers, openWorklist, worklistNurse, worklistSpecialist } from '@/testing/worklist';

import { collapse } from './collapse';

const TOGGLE = { name: 'Full list' };

describe('the collapse toggle', () => {
  it('[WL-06] [WL-01] [WL-37] collapses the panel to pills that link to their consults, and expands it again', async () => {
    const { panel, user } = await openWorklist(makeCards(2), worklistSpecialist);
    const toggle = panel.getByRole('button', TOGGLE);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    toggle.focus();
    await user.keyboard('{Enter}');
    expect(toggle).toHaveFocus();
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    const list = within(panel.getByRole('list', { name: 'Consults' }));
    const pill = list.getByRole('link', { name: /^Family002, P002 ?Tele-Psych ?Routine ?\d+ min/ });
    expect(pill).toHaveAttribute('href', '/consult/00000000-0000-4000-8000-000000000002');
    expect(pill).not.toHaveTextContent('Harbor');
    expect(list.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '2');
    expect(panel.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
    await user.tab();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(pill).toHaveFocus();
    await user.click(toggle);
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('Harbor General 4 West');
  });

  it('[DET-13] [WL-40] [WL-44] shows completion limits and closed consults in the rail', async () => {
    const [one, two] = makeCards(2);
    const { panel, user } = await openWorklist([one!, { ...two!, state: 'completed', completeType: 'cancelled' }]);
    await user.click(panel.getByRole('button', TOGGLE));
    expect(panel.getByRole('link', { name: /Family001.*Limit 120 min/ })).toBeInTheDocument();
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent('Cancelled');
  });

  it('[WL-06] [TRF-09] shows the state of a transfer instead of that of its consult', async () => {
    const [one, two] = makeCards(2) as [ConsultCard, ConsultCard];
    const completed = { ...one, state: 'completed', completeType: 'video' } as const;
    const { user } = await openTransfers([
      makeTransfer(completed),
      makeTransfer(two, { closedReason: 'consultCancelled' }),
    ]);
    await user.click(screen.getByRole('button', TOGGLE));
    const states = screen.getAllByRole('listitem').map(({ textContent }) => /Transfer (.*)$/.exec(textContent)?.[1]);
    expect(states).toEqual(['Requested', 'Closed']);
  });

  it('[WL-07] is remembered for the session of this user', async () => {
    const { panel, user } = await openWorklist(makeCards(1));
    await user.click(panel.getByRole('button', TOGGLE));
    expect(localStorage).toHaveLength(0);
    cleanup();
    collapse.rehydrate();
    const again = await openWorklist(makeCards(1));
    expect(again.panel.getByRole('button', TOGGLE)).toHaveAttribute('aria-expanded', 'false');
    cleanup();
    const other = await openWorklist(makeCards(1), worklistSpecialist);
    expect(other.panel.getByRole('button', TOGGLE)).toHaveAttribute('aria-expanded', 'true');
  });

  it('[WL-08] is hidden for users with DisableExpandablePanel, whose panel is always expanded', async () => {
    collapse.write(worklistNurse.id, true);
    const rbacPermissions = [...worklistNurse.rbacPermissions, ...permissions('DisableExpandablePanel CheckIn')];
    const { panel } = await openWorklist(makeCards(1), { ...worklistNurse, rbacPermissions });
    expect(panel.queryByRole('button', TOGGLE)).not.toBeInTheDocument();
    expect(panel.getByRole('link', { name: /Family001/ })).toHaveTextContent('Harbor General 4 West');
  });

  it('is hidden on a phone, where the list is its own page', async () => {
    collapse.write(worklistNurse.id, true);
    const wide = window.matchMedia('(min-width: 992px)');
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => Object.assign(wide, { media, matches: false }));
    const { panel } = await openWorklist(makeCards(1));
    expect(panel.queryByRole('button', TOGGLE)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Family001/ })).toHaveTextContent('Harbor General 4 West');
  });
});
