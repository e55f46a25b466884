import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { makeCard } from '@/testing/make-card';
import { server } from '@/testing/server';
import { type ListedLocation, openTransfers, openWorklist, serveLocations } from '@/testing/worklist';

const west: ListedLocation = { id: 11, displayName: 'Harbor General - 4 West', facilityName: 'Harbor General' };
const east: ListedLocation = { id: 12, displayName: 'Harbor General - 4 East', facilityName: 'Harbor General' };
const alder: ListedLocation = { id: 20, displayName: 'Alder Creek - Emergency', facilityName: 'Alder Clinics' };

async function openFilter(locations: readonly ListedLocation[], favorites: readonly number[] = []) {
  const worklist = await openWorklist([makeCard()]);
  serveLocations(locations, favorites);
  await worklist.user.click(worklist.panel.getByRole('button', { name: /^Filter/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const input = await dialog.findByLabelText('Locations', { selector: 'input' });
  const showResults = () => worklist.user.click(dialog.getByRole('button', { name: 'Show Results' }));
  return { ...worklist, dialog, input, showResults };
}

const options = () => screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent);

describe('the locations of the filter', () => {
  it('[WL-14] [WL-22] [VAL-28] are selected from all visible locations, grouped by facility, several at a time', async () => {
    const { dialog, input, user, requests, panel, showResults } = await openFilter([west, east, alder]);
    await user.click(input);
    await waitFor(() =>
      expect(options()).toEqual(['Alder Creek - Emergency', 'Harbor General - 4 East', 'Harbor General - 4 West']),
    );
    expect(screen.getByText('Harbor General')).toBeInTheDocument();
    await user.type(input, '  west har ');
    await waitFor(() => expect(options()).toEqual(['Harbor General - 4 West']));
    await user.keyboard('{Enter}');
    await user.type(input, 'clin{Enter}');
    expect(dialog.getByText('Every consult at the chosen locations is shown.')).toBeInTheDocument();
    const scope = dialog.getByRole('switch', { name: /Only my consults/ });
    expect(scope).not.toBeChecked();
    expect(scope).toBeDisabled();
    await showResults();
    await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([11, 20]));
    expect(panel.getByRole('button', { name: 'Filter 1 active' })).toBeInTheDocument();
  });

  it("[WL-22] default to the user's own, and include everything the user may view when that is turned off", async () => {
    const { dialog, user, requests, panel, showResults } = await openFilter([west]);
    const toggle = dialog.getByRole('switch', { name: /Only my consults/ });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    await showResults();
    await waitFor(() => expect(requests.at(-1)?.filter.assignedLocationsToggleOn).toBe(false));
    expect(panel.getByRole('button', { name: 'Filter 1 active' })).toBeInTheDocument();
  });

  it('[WL-14] stay fast with hundreds of locations: some are shown and typing finds the others', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({ ...west, id: index + 1, displayName: `Unit ${index}` }));
    const { dialog, input, user } = await openFilter(many);
    expect(dialog.getByText('Type to search 600 locations.')).toBeInTheDocument();
    await user.click(input);
    await waitFor(() => expect(options()).toHaveLength(50));
    await user.type(input, '599');
    await waitFor(() => expect(options()).toEqual(['Unit 599']));
  });

  it('can be reloaded after a failure', async () => {
    const { panel, user } = await openWorklist([]);
    server.use(http.get('*/api/locations/active', () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    expect(await screen.findByText('The locations could not be loaded')).toBeInTheDocument();
    serveLocations([west]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Locations', { selector: 'input' })).toBeInTheDocument();
  });
});

describe('favorites', () => {
  it('[WL-15] are offered only to users who have some', async () => {
    const { dialog } = await openFilter([west]);
    expect(dialog.queryByRole('switch', { name: 'Show only favorites' })).not.toBeInTheDocument();
  });

  it('[WL-02] [WL-15] [WL-16] [WL-22] limit the choices, and the list to all favorites while none is chosen', async () => {
    const { dialog, input, user, requests, panel, queryClient, showResults } = await openFilter(
      [west, east, alder],
      [11, 20],
    );
    await user.type(input, 'east{Enter}');
    await user.click(await dialog.findByRole('switch', { name: 'Show only favorites' }));
    expect(dialog.queryByText('Harbor General - 4 East')).not.toBeInTheDocument();
    expect(dialog.getByRole('switch', { name: /Only my consults/ })).toBeDisabled();
    await user.click(input);
    await waitFor(() => expect(options()).toEqual(['Alder Creek - Emergency', 'Harbor General - 4 West']));
    await user.keyboard('{Escape}');
    await showResults();
    await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([11, 20]));
    expect(panel.getByRole('button', { name: 'Filter 1 active' })).toBeInTheDocument();
    serveLocations([west, east, alder], [20]);
    await queryClient.invalidateQueries({ queryKey: ['locations', 'favorites'] });
    await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([20]));
    await user.click(panel.getByRole('button', { name: 'Filter 1 active' }));
    await user.click(await screen.findByRole('switch', { name: 'Show only favorites' }));
    await user.click(screen.getByRole('button', { name: 'Show Results' }));
    await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([]));
    expect(panel.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
  });

  it('[WL-15] [WL-16] [WL-52] are sent to the transfer search, too', async () => {
    const { requests, panel, user } = await openTransfers([]);
    serveLocations([west, alder], [20]);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('switch', { name: 'Show only favorites' }));
    await user.click(screen.getByRole('button', { name: 'Show Results' }));
    await waitFor(() =>
      expect(requests.at(-1)?.filter).toMatchObject({ usingFavorites: true, locations: [20], count: 1 }),
    );
  });
});
