import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { reloadReason } from '@/shared/lib/build';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';

// What checks a patient, as it is after a release that took its file away.
vi.mock('@/api/generated/zod.gen', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

afterEach(() => reloadReason.setState(null, true));

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

it('leaves it to the banner where the page itself is out of date', async () => {
  wizardNetwork();
  const page = '<script type="module" src="/assets/index-new.js"></script>';
  server.use(http.get('/', () => HttpResponse.html(page)));
  sessionStorage.setItem('wardline.reloaded-at', String(Date.now()));
  renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  await waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  expect(await screen.findByText('Wardline was updated')).toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
});
