import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { makeCards, makeTransfer } from '@/testing/make-card';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { openTransfers, openWorklist, serveTransfers, transferCoordinator } from '@/testing/worklist';

const cards = makeCards(3);
const [one, two] = cards as [ConsultCard, ConsultCard];

describe('the list of transfers', () => {
  it('[WL-03] [WL-40] [NAV-21] [WL-45] [WL-37] shows consults with their transfers under its own title', async () => {
    const { panel } = await openTransfers([
      makeTransfer(one),
      makeTransfer(two, { state: 'acknowledged', createdAt: '2024-03-05T14:07:00Z' }),
    ]);
    expect(panel.getByRole('heading', { level: 2, name: 'Transfers' })).toBeInTheDocument();
    const requested = panel.getByRole('link', { name: /Family001/ });
    expect(requested).toHaveTextContent('Transfer Requested');
    expect(requested).toHaveTextContent(/requested Mar 5, 2024 \d{1,2}:30(am|pm)/);
    expect(requested).toHaveTextContent('Tele-Psych');
    // A user who may list transfers sees the priority, on call or not.
    expect(requested).toHaveTextContent(/Routine ?\d+ min/);
    expect(panel.getByRole('link', { name: /Family002/ })).toHaveTextContent(/Acknowledged.*requested .*:07(am|pm)/);
  });

  it('[WL-03] [NAV-21] is a list of consults for other users', async () => {
    const { panel } = await openWorklist(cards);
    expect(panel.getByRole('heading', { level: 2, name: 'Consults' })).toBeInTheDocument();
    expect(panel.getAllByRole('listitem')).toHaveLength(3);
  });

  it("[WL-47] [ROUTE-25] opens a transfer's consult under /transfer and marks it as selected", async () => {
    server.use(http.get(/\/api\/consults\//, () => delay('infinite')));
    const { panel, router, user } = await openTransfers(cards.map((card) => makeTransfer(card)));
    const card = panel.getByRole('link', { name: /Family002/ });
    await user.click(card);
    expect(router.state.location.pathname).toBe(`/transfer/${two.id}`);
    await waitFor(() => expect(card).toHaveAttribute('aria-current', 'page'));
    expect(panel.getByRole('link', { name: /Family001/ })).not.toHaveAttribute('aria-current');
  });

  it('[WL-28] [WL-35] [WL-22] [WL-52] [WL-23] requests pending transfers, oldest first, and offers the transfer states', async () => {
    const { requests, panel, user } = await openTransfers([]);
    expect(requests[0]).toEqual({
      start: 0,
      length: 25,
      filter: {
        sort: 'oldestFirst',
        serviceLines: [],
        locations: [],
        state: 'pending',
        searchString: '',
        usingFavorites: false,
        count: 0,
      },
    });
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter Transfers' }));
    const states = within(dialog.getByRole('group', { name: 'State' })).getAllByRole('radio');
    expect(states.map((radio) => radio.closest('label')?.textContent)).toEqual(['Pending', 'Completed', 'All']);
    expect(dialog.getByLabelText('Pending')).toBeChecked();
    expect(within(dialog.getByRole('group', { name: 'Sort' })).getAllByRole('radio')).toHaveLength(4);
    expect(dialog.getByLabelText('Date: oldest first')).toBeChecked();
    expect(dialog.queryByRole('switch', { name: /Only my consults/ })).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Completed'));
    await user.click(dialog.getByRole('button', { name: 'Show Results' }));
    await waitFor(() => expect(requests.at(-1)?.filter).toMatchObject({ state: 'completed', count: 1 }));
  });

  it('[WL-10] [WL-48] has its own error messages', async () => {
    server.use(http.post('*/api/transfers/$search', () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
    const { queryClient } = renderApp('/transfer', { me: transferCoordinator });
    expect(await screen.findByText('The list could not be loaded')).toBeInTheDocument();
    serveTransfers([]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No Transfers' })).toBeInTheDocument();
    expect(screen.getByText('There are currently no transfers that match your filters.')).toBeInTheDocument();
    server.use(http.post('*/api/transfers/$search', () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
    await queryClient.invalidateQueries({ queryKey: ['transfers'] });
    expect(await screen.findByText('The list could not be updated')).toBeInTheDocument();
  });

  it('[WL-01] [WL-02] [WL-11] [WL-20] has its own filter', async () => {
    const both = makeMe({ ...transferCoordinator, rbacPermissions: permissions('List Transfer', 'List Consult') });
    const { panel, router, user } = await openTransfers([], both);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    await user.type(await screen.findByLabelText('Search by patient name'), 'Marsh{Enter}');
    expect(await panel.findByRole('button', { name: 'Filter 1 active' })).toBeInTheDocument();
    server.use(http.post('*/api/consults/$search', () => HttpResponse.json({ consults: [], hasMore: false })));
    await router.navigate({ to: '/consult' });
    const consults = within(await screen.findByRole('region', { name: 'Consults' }));
    expect(consults.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
  });

  it('[RT-08] [RT-10] is refetched once on an event for a consult in it, and not for other events', async () => {
    const { requests, panel } = await openTransfers([makeTransfer(one)]);
    const renewed = serveTransfers([makeTransfer({ ...one, commentCount: 4 })]);
    markStale([`consult/${two.id}`]);
    markStale([`consult/${one.id}`]);
    await waitFor(() => expect(panel.getByRole('link', { name: /Family001/ })).toHaveTextContent('4 comments'));
    const readAgain = vi.fn(() => HttpResponse.json(transferCoordinator));
    server.use(http.get('*/api/me', readAgain));
    markStale(['me', `timeline/${one.id}`]);
    await waitFor(() => expect(readAgain).toHaveBeenCalledOnce());
    expect(requests.length + renewed.length).toBe(2);
  });

  it('[RT-08] shows a transfer that is new or matches the filter on an event for its consult', async () => {
    const { panel } = await openTransfers([makeTransfer(one)]);
    serveTransfers([makeTransfer(one), makeTransfer(two)]);
    markStale([`consult/${two.id}`]);
    expect(await panel.findByRole('link', { name: /Family002/ })).toBeInTheDocument();
  });
});
