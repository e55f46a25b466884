import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';

// What checks a patient, as it is after a release that took its file away.
vi.mock('@/api/generated/zod.gen', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('says that a patient could not be chosen when what checks one cannot be loaded', async () => {
  wizardNetwork();
  // The tab asks whether there is a newer build, and finds its own.
  server.use(http.get('/', () => HttpResponse.html(document.documentElement.outerHTML)));
  renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Franklin/ })).toBeInTheDocument();
});
