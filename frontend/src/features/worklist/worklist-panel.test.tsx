import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { makeCard, makeCards } from '@/testing/make-card';
import { renderApp, renderFeature } from '@/testing/render-app';
import {
  openWorklist,
  rejectLists,
  serveList,
  transferCoordinator,
  worklistNurse,
  worklistSpecialist,
} from '@/testing/worklist';

import { WorklistPanel } from './worklist-panel';

/** Mocks the measured position of the end of the list. */
function endOfListAt(top: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top));
}

describe('pages', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it('[WL-04] [WL-05] [WL-54] are loaded one by one near the end, until there are no more', async () => {
    endOfListAt(5000);
    const { panel, requests } = await openWorklist(makeCards(60));
    expect(panel.getAllByRole('listitem')).toHaveLength(25);
    expect(panel.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '-1');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(1);
    endOfListAt(500);
    fireEvent.scroll(document);
    fireEvent.scroll(document);
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(60), { timeout: 4000 });
    expect(requests.map(({ start, length }) => [start, length])).toEqual([
      [0, 25],
      [20, 30],
      [45, 30],
    ]);
    expect(panel.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '60');
  });

  it('[WL-04] do not skip a consult if another one is closed during a page load', async () => {
    endOfListAt(5000);
    const cards = makeCards(30);
    const { panel } = await openWorklist(cards);
    serveList(cards.slice(1));
    endOfListAt(0);
    fireEvent.scroll(document);
    await waitFor(() => expect(panel.getByRole('link', { name: /Family026/ })).toBeInTheDocument(), { timeout: 4000 });
    expect(panel.getAllByRole('listitem')).toHaveLength(30);
  });

  it('[WL-48] keep the list when one fails, with a retry', async () => {
    endOfListAt(5000);
    const { panel, user } = await openWorklist(makeCards(30));
    rejectLists(({ start }) => start !== 0);
    endOfListAt(0);
    fireEvent.scroll(document);
    const retry = await panel.findByRole('button', { name: 'Try again' }, { timeout: 2000 });
    expect(panel.getByText('More consults could not be loaded')).toBeInTheDocument();
    expect(panel.getAllByRole('listitem')).toHaveLength(25);
    serveList(makeCards(30));
    await user.click(retry);
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(30));
  });
});

describe('empty and error states', () => {
  it('[WL-09] [WL-10] an empty list explains why, and leaves requests to the navigation on a wide screen', async () => {
    const { panel } = await openWorklist([]);
    expect(panel.queryByRole('link', { name: 'Request Consult' })).not.toBeInTheDocument();
    expect(panel.getByRole('heading', { name: 'No Consults' })).toBeInTheDocument();
    expect(panel.getByText('There are currently no consults that match your filters.')).toBeInTheDocument();
  });

  it('[WL-48] a list that could not be loaded can be retried', async () => {
    rejectLists();
    renderApp('/consult', { me: worklistNurse });
    expect(await screen.findByText('The list could not be loaded')).toBeInTheDocument();
    serveList([makeCard()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Marsh/ })).toBeInTheDocument();
    expect(screen.queryByText('The list could not be loaded')).not.toBeInTheDocument();
  });

  it('[WL-48] a list that cannot be refreshed stays, with a notice', async () => {
    const { panel, queryClient, user } = await openWorklist([makeCard()]);
    rejectLists();
    await queryClient.invalidateQueries({ queryKey: ['worklist'] });
    expect(await panel.findByText('The list could not be updated')).toBeInTheDocument();
    expect(panel.getByRole('link', { name: /Marsh/ })).toBeInTheDocument();
    serveList([]);
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByRole('heading', { name: 'No Consults' })).toBeInTheDocument();
  });

  it.each([
    ['transfer', 'Transfers', worklistNurse],
    ['consult', 'Consults', transferCoordinator],
  ] as const)('[WL-48] a list that the user may not view says so: %s', async (mode, name, me) => {
    renderFeature(<WorklistPanel mode={mode} selectedId={null} />, { me });
    const panel = within(await screen.findByRole('region', { name }));
    expect(panel.getByText('This list is not available')).toBeInTheDocument();
    expect(panel.getByText(`Your role does not have access to ${mode}s.`)).toBeInTheDocument();
    expect(panel.queryByRole('list')).not.toBeInTheDocument();
    expect(panel.queryByRole('button', { name: 'Filter' })).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  function narrow() {
    const wide = window.matchMedia('(min-width: 992px)');
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => Object.assign(wide, { media, matches: false }));
  }

  it('[WL-09] [PERM-05] has a button that starts a request, for users with the permission', async () => {
    narrow();
    const { panel } = await openWorklist([]);
    expect(panel.getByRole('link', { name: 'Request Consult' })).toHaveAttribute('href', '/request-wizard');
  });

  it('[WL-09] [PERM-05] has no such button for other users', async () => {
    narrow();
    const { panel } = await openWorklist([], worklistSpecialist);
    expect(panel.queryByRole('link', { name: 'Request Consult' })).not.toBeInTheDocument();
  });
});
