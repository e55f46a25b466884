import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { refreshStale } from '@/api/live';
import { setRuntimeConfig } from '@/api/runtime-config';
import { createQueryClient } from '@/app/query-client';
import { userStorage } from '@/drafts/user-storage';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest, userFor } from '@/testing/session';
import { makeUnit } from '@/testing/wizard-network';

import { assignLocation, favoriteLocationsQuery, myLocationsQuery, reassignLocation } from './locations';
import { clearTab } from './sign-out';
import { MAX_CACHED_CHARACTERS } from './tab-cache';

const north = makeUnit({ id: 11 });
const south = makeUnit({ id: 21, facilityName: 'South Clinic' });
let served = { locations: [north], favorites: [11] };

beforeEach(() => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  userStorage.belongTo('nurse');
  signInForTest('nurse');
  served = { locations: [north], favorites: [11] };
  server.use(
    http.get('*/api/locations/me', () => HttpResponse.json(served.locations)),
    http.get('*/api/locations/me/favorites', () =>
      HttpResponse.json(served.favorites.map((locationId) => ({ locationId }))),
    ),
  );
});

afterEach(() => userStorage.clear());

const observe = (queryClient: QueryClient) => ({
  locations: new QueryObserver(queryClient, myLocationsQuery),
  favorites: new QueryObserver(queryClient, favoriteLocationsQuery),
});

/** What a page shows that has just been loaded, before the server responds. */
function afterReload() {
  const { locations, favorites } = observe(createQueryClient());
  return [locations.getCurrentResult().data, favorites.getCurrentResult().data];
}

/** A page on which both are mounted. */
async function openPage() {
  const queryClient = createQueryClient();
  const { locations, favorites } = observe(queryClient);
  const stops = [locations.subscribe(() => undefined), favorites.subscribe(() => undefined)];
  await vi.waitFor(() => expect(favorites.getCurrentResult().isFetchedAfterMount).toBe(true));
  await vi.waitFor(() => expect(locations.getCurrentResult().isFetchedAfterMount).toBe(true));
  const leave = () => stops.forEach((stop) => stop());
  return { queryClient, leave };
}

const NOTHING = [undefined, undefined];

describe("locations and favorites in the tab's storage", () => {
  it('[API-59] are shown after a reload, and stored again when check-ins change', async () => {
    expect(afterReload()).toEqual(NOTHING);
    const { queryClient, leave } = await openPage();
    expect(afterReload()).toEqual([[north], [11]]);
    served = { locations: [north, south], favorites: [21] };
    await refreshStale(queryClient, new Set(['me'] as const));
    expect(afterReload()).toEqual([[north, south], [21]]);
    leave();
  });

  it('[API-59] belong to their user, and go with the sign-out', async () => {
    (await openPage()).leave();
    userStorage.belongTo('psych');
    expect(afterReload()).toEqual(NOTHING);
    (await openPage()).leave();
    expect(Object.values(sessionStorage).join()).toContain('North Campus');
    await clearTab(userFor('nurse'), 'chosen').catch(() => undefined);
    expect(Object.values(sessionStorage).join()).not.toContain('North Campus');
    expect(afterReload()).toEqual(NOTHING);
  });

  it('[API-59] are dropped if another build stored them, or nobody knows what', async () => {
    (await openPage()).leave();
    const stored = userStorage.read('locations') ?? '';
    for (const text of [
      '{"broken',
      '[]',
      stored.replace('"build":""', '"build":"old.js"'),
      stored.replace('"id":11', '"id":"11"'),
    ]) {
      userStorage.write('locations', text);
      expect(afterReload()[0], text.slice(0, 30)).toBeUndefined();
    }
  });

  it('[API-59] leave room for unsaved input, and never fail the page', async () => {
    (await openPage()).leave();
    served.locations = [makeUnit({ id: 11, displayName: 'x'.repeat(MAX_CACHED_CHARACTERS) })];
    const large = await openPage();
    expect(large.queryClient.getQueryData(myLocationsQuery.queryKey)).toEqual(served.locations);
    expect(afterReload()).toEqual([undefined, [11]]);
    large.leave();
    served.locations = [south];
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const full = await openPage();
    expect(full.queryClient.getQueryData(myLocationsQuery.queryKey)).toEqual([south]);
    vi.restoreAllMocks();
    full.leave();
  });
});

it.each([assignLocation, reassignLocation])(
  '[API-58] a call to assign a location is rejected without a request',
  async (call) => {
    const request = vi.fn();
    server.events.on('request:start', request);
    await expect(call()).rejects.toMatchObject({
      status: 410,
      message: 'Assigning and reassigning locations is no longer supported.',
    });
    expect(request).not.toHaveBeenCalled();
    server.events.removeListener('request:start', request);
  },
);
