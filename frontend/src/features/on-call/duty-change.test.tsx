import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { SLOW, provider, serveOnCall } from '@/testing/on-call';
import { permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeUnit, psychLine, wizardNetwork } from '@/testing/wizard-network';

const north = makeUnit({ id: 11 });
const south = makeUnit({ id: 21, facilityName: 'South Clinic' });
const west = makeUnit({ id: 31, facilityName: 'West Clinic' });

it("[CALL-17] refetches the user's locations and favorites after going on or off call", async () => {
  const me = {
    ...provider,
    rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult', 'Request Consult'),
    requestableServiceLines: [psychLine],
  };
  wizardNetwork();
  renderApp('/request/location', { me });
  const served = serveOnCall(me);
  server.use(
    http.get('*/api/locations/me', () => HttpResponse.json(served.isOn() ? [north, south, west] : [north, south])),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json([{ locationId: served.isOn() ? 31 : 21 }])),
  );
  const tiles = () =>
    within(screen.getByRole('list', { name: 'Locations' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const toggle = await screen.findByRole('switch', { name: /Call$/ }, SLOW);
  const before = ['South Clinic1 unitFavorite', 'North Campus1 unit'];
  await waitFor(() => expect(tiles()).toEqual(before));
  await userEvent.click(toggle);
  await waitFor(() =>
    expect(tiles()).toEqual(['West Clinic1 unitFavorite', 'North Campus1 unit', 'South Clinic1 unit']),
  );
  await userEvent.click(toggle);
  await waitFor(() => expect(tiles()).toEqual(before));
});
