import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { makeCard, makeCards } from '@/testing/make-card';
import { openWorklist, serveList, worklistSpecialist } from '@/testing/worklist';

const farBelow = { x: 0, y: 5000, top: 5000, bottom: 5000, left: 0, right: 0, width: 0, height: 0, toJSON: () => '' };

describe('the filter', () => {
  it('[WL-01] [WL-02] [WL-17] [WL-18] [WL-51] applies the choices from the first page on and counts them', async () => {
    const { panel, requests, user } = await openWorklist([makeCard()]);
    const button = panel.getByRole('button', { name: 'Filter' });
    expect(button.textContent).toBe('Filter ');
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Search by patient name'), '  Mar ');
    await user.click(dialog.getByLabelText('Date: newest first'));
    await user.click(dialog.getByLabelText('Completed'));
    await user.click(dialog.getByLabelText('Tele-Stroke'));
    expect(requests).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Show Results' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]).toEqual({
      start: 0,
      length: 25,
      sort: 'newestFirst',
      filter: {
        serviceLines: [2],
        locations: [],
        state: 'completed',
        searchString: 'Mar',
        assignedLocationsToggleOn: true,
      },
    });
    expect(button).toHaveAccessibleName('Filter 3 active');
    expect(button.textContent).toBe('Filter 3');
    await user.click(panel.getByRole('button', { name: 'Full list' }));
    expect(panel.getByRole('button', { name: 'Filter 3 active' }).textContent).toBe('3');
  });

  it('[WL-18] [WL-20] reloads the list from its first page and scrolls to the top, whatever was loaded before', async () => {
    const { panel, requests, user, queryClient } = await openWorklist(makeCards(60));
    const loaded = () => panel.getAllByRole('listitem').length;
    const scroller = () => panel.getByRole('list', { name: 'Consults' }).parentElement!;
    const goDown = () => {
      scroller().scrollTop = 2000;
      fireEvent.scroll(scroller());
    };
    const submit = async (press: () => Promise<void>) => {
      requests.length = 0;
      await press();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    const showResults = async (choice: string) => {
      await user.click(panel.getByRole('button', { name: /^Filter/ }));
      await user.click(await screen.findByLabelText(choice));
      await submit(() => user.click(screen.getByRole('button', { name: 'Show Results' })));
    };
    const expectFirstPage = async () => {
      await waitFor(() => expect(requests.map(({ start, length }) => [start, length])).toEqual([[0, 25]]));
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      await waitFor(() => expect(loaded()).toBe(25));
      expect(scroller().scrollTop).toBe(0);
    };
    fireEvent.scroll(document);
    await waitFor(() => expect(loaded()).toBe(60), { timeout: 4000 });
    // From here on the end of the list is far below, so that only Show Results requests a page.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(farBelow);
    goDown();
    await showResults('Completed');
    await expectFirstPage();
    goDown();
    // This list is fully cached.
    await showResults('Pending');
    await expectFirstPage();
    goDown();
    // Neither the filter nor the search is changed.
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const search = await screen.findByLabelText('Search by patient name');
    await submit(() => user.type(search, '{Enter}'));
    await expectFirstPage();
  });

  it('[WL-10] resets from an empty list, which says why, to the first page and the top of the default list', async () => {
    const { panel, requests, user } = await openWorklist(makeCards(60));
    fireEvent.scroll(document);
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(60), { timeout: 4000 });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(farBelow);
    serveList([]);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByLabelText('Completed'));
    await user.click(screen.getByRole('button', { name: 'Show Results' }));
    const reset = await panel.findByRole('button', { name: 'Reset filters' });
    expect(panel.getByRole('heading', { name: 'No Consults' })).toBeInTheDocument();
    expect(panel.getByText('There are currently no consults that match your filters.')).toBeInTheDocument();
    const askedAgain = serveList(makeCards(60));
    await user.click(reset);
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(25));
    expect(askedAgain.map(({ start, length }) => [start, length])).toEqual([[0, 25]]);
    expect(requests).toHaveLength(3);
  });

  it('[WL-17] [WL-19] [WL-20] [VAL-28] [WL-51] is unchanged by Cancel, and applied by Enter in the search', async () => {
    const { panel, requests, user } = await openWorklist([makeCard()]);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    await user.type(await screen.findByLabelText('Search by patient name'), 'Marsh');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(requests).toHaveLength(1);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const search = await screen.findByLabelText('Search by patient name');
    expect(search).toHaveValue('');
    await user.click(screen.getByLabelText('Completed'));
    await user.type(search, ' Quill {Enter}');
    await waitFor(() => expect(requests.at(-1)?.filter).toMatchObject({ searchString: 'Quill', state: 'completed' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(panel.getByRole('button', { name: 'Filter 2 active' })).toBeInTheDocument();
  });

  it('[WL-11] [WL-12] [WL-23] [WL-30] [WL-13] offers bedside users the sort, states, lines and locations', async () => {
    const { panel, requests, user } = await openWorklist([]);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(optionsOf('Sort')).toEqual([
      'Priority: high to low',
      'Priority: low to high',
      'Date: oldest first',
      'Date: newest first',
    ]);
    expect(optionsOf('State')).toEqual(['Pending', 'Completed', 'All']);
    expect(dialog.getByLabelText('Pending')).toBeChecked();
    expect(await dialog.findByLabelText('Locations', { selector: 'input' })).toBeInTheDocument();
    expect(dialog.getByLabelText('Search by patient name')).toHaveFocus();
    const [psych, stroke] = within(dialog.getByRole('group', { name: 'Service Lines' })).getAllByRole('checkbox');
    // Selected, deselected and selected again, so that it comes after the other.
    for (const line of [psych!, stroke!, psych!, psych!]) await user.click(line);
    await user.click(dialog.getByLabelText('Priority: low to high'));
    await user.click(dialog.getByRole('button', { name: 'Show Results' }));
    await waitFor(() => expect(requests.at(-1)?.filter.serviceLines).toEqual([2, 3]));
    expect(requests.at(-1)?.sort).toBe('priorityLowToHigh');
  });

  it('[WL-13] [WL-29] [WL-21] [WL-27] [WL-31] offers virtual users their states, and no choice if they have one line', async () => {
    const { panel, requests, user } = await openWorklist([], worklistSpecialist);
    expect(requests[0]).toMatchObject({ sort: 'priorityHighToLow', filter: { state: 'pending' } });
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(optionsOf('State')).toEqual(['Pending', 'Completed', 'Cancelled', 'All Statuses']);
    expect(dialog.getByLabelText('Pending')).toBeChecked();
    expect(dialog.getByLabelText('Priority: high to low')).toBeChecked();
    expect(dialog.queryByRole('group', { name: 'Service Lines' })).not.toBeInTheDocument();
  });
});

function optionsOf(name: string) {
  const group = within(screen.getByRole('group', { name }));
  return group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
}
