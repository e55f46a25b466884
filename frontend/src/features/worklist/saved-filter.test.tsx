import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { userStorage } from '@/drafts/user-storage';
import { makeCard } from '@/testing/make-card';
import { openTransfers, openWorklist, serveLocations, worklistNurse, worklistSpecialist } from '@/testing/worklist';

import { defaultFilter } from './filter';
import { appliedFilters } from './saved-filter';

/** Clears what is in memory, as a reload does. */
async function reload(me = worklistNurse) {
  cleanup();
  appliedFilters.rehydrate();
  return openWorklist([makeCard()], me, [11]);
}

const KEPT = {
  sort: 'newestFirst',
  state: 'completed',
  serviceLines: [3],
  locations: [],
  favorites: [11],
  usingFavorites: true,
  assignedLocationsToggleOn: true,
} as const;

const store = (about: object = {}, whole: object = {}) => {
  userStorage.write(
    'worklist-filter',
    JSON.stringify({
      version: 1,
      userId: worklistNurse.id,
      value: { consult: { ...KEPT, ...about }, transfer: null },
      ...whole,
    }),
  );
  appliedFilters.rehydrate();
};

it("[WL-53] [WL-16] saves filter and favorites across a reload, but never a patient's name", async () => {
  const { panel, user } = await openWorklist([makeCard()], worklistNurse, [11]);
  await user.click(panel.getByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByLabelText('Search by patient name'), 'Marsh');
  await user.click(screen.getByLabelText('Completed'));
  await user.click(await screen.findByRole('switch', { name: 'Show only favorites' }));
  await user.click(screen.getByRole('button', { name: 'Show Results' }));
  await panel.findByRole('button', { name: 'Filter 3 active' });
  expect(Object.values(sessionStorage).join()).not.toContain('Marsh');
  expect(localStorage).toHaveLength(0);
  const { panel: again, requests } = await reload();
  expect(again.getByRole('button', { name: 'Filter 2 active' })).toBeInTheDocument();
  // The first page is requested immediately, before the favorites are reloaded.
  expect(requests[0]?.filter).toMatchObject({ state: 'completed', locations: [11], searchString: '' });
});

it("[WL-53] does not save a patient's name from the transfer list, either", async () => {
  const { panel, user } = await openTransfers([]);
  await user.click(panel.getByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByLabelText('Search by patient name'), 'Marsh');
  await user.click(screen.getByLabelText('Completed'));
  await user.click(screen.getByRole('button', { name: 'Show Results' }));
  await panel.findByRole('button', { name: 'Filter 2 active' });
  expect(Object.values(sessionStorage).join()).toContain('completed');
  expect(Object.values(sessionStorage).join()).not.toContain('Marsh');
});

it.each([
  ['of another user', () => store({}, { userId: 999 })],
  ['of another version', () => store({}, { version: 0 })],
  ['with an invalid format', () => store({ serviceLines: 'all' })],
  ['with an unknown order', () => store({ sort: 'random' })],
  ['that is broken', () => userStorage.write('worklist-filter', '{"version":1,')],
])('[WL-53] [WL-21] [WL-27] [WL-31] silently drops a saved filter %s', async (_case, leave) => {
  leave();
  const { panel, requests } = await reload();
  expect(panel.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
  expect(requests[0]).toMatchObject({ sort: 'priorityHighToLow', filter: { state: 'new', locations: [] } });
});

it('[WL-53] drops options from a saved filter that are no longer available to the user', async () => {
  store({ state: 'cancelled', serviceLines: [3, 77], usingFavorites: false });
  const { requests } = await reload();
  expect(requests[0]).toMatchObject({
    sort: 'newestFirst',
    filter: { state: 'new', serviceLines: [3], locations: [] },
  });
});

it('[WL-53] drops locations that no longer exist or are no longer visible to the user, once the locations are loaded', async () => {
  const west = { id: 11, displayName: 'Harbor General - 4 West', facilityName: 'Harbor General' };
  store({ state: 'new', serviceLines: [], locations: [11, 66], usingFavorites: false });
  const { panel, requests, queryClient, user } = await openWorklist([makeCard()], worklistNurse, [], [west]);
  await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([11]));
  expect(panel.getByRole('button', { name: 'Filter 1 active' })).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'Filter 1 active' }));
  expect(await screen.findByText('Every consult at the chosen locations is shown.')).toBeInTheDocument();
  // The location is turned off while the filter is open.
  serveLocations([]);
  await act(() => queryClient.invalidateQueries({ queryKey: ['locations', 'active'] }));
  await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([]));
  expect(screen.getByRole('switch', { name: /Only my consults/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Show Results' }));
  expect(await panel.findByRole('button', { name: 'Filter' })).toBeInTheDocument();
  expect(appliedFilters.read(worklistNurse.id).consult?.locations).toEqual([]);
});

it('[WL-16] ignores the limit to favorites once there are none', async () => {
  store();
  const { requests, queryClient } = await openWorklist([makeCard()]);
  await waitFor(() => expect(requests.at(-1)?.filter.locations).toEqual([]));
  expect(queryClient.isFetching()).toBe(0);
});

it('[WL-53] saves all choices of both lists', () => {
  const consult = { ...defaultFilter(worklistNurse), ...KEPT, locations: [11], assignedLocationsToggleOn: false };
  const transfer = { ...consult, sort: 'oldestFirst' } as const;
  appliedFilters.write(worklistNurse.id, { consult, transfer });
  appliedFilters.rehydrate();
  expect(appliedFilters.read(worklistNurse.id)).toEqual({ consult, transfer });
});

it('[WL-53] belongs to one user', async () => {
  store();
  const { panel } = await reload(worklistSpecialist);
  expect(panel.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
});
