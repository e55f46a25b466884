import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { reloadReason } from '@/shared/lib/build';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';

// Simulates a release that removed the file of the validation code.
vi.mock('@/api/generated/zod.gen', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

afterEach(() => reloadReason.setState(null, true));

it('shows an error if the code that validates a patient fails to load', async () => {
  wizardNetwork();
  // The tab checks for a newer build and finds its own.
  server.use(http.get('/', () => HttpResponse.html(document.documentElement.outerHTML)));
  renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Franklin/ })).toBeInTheDocument();
});

it('shows only the update banner if the page itself is outdated', async () => {
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
