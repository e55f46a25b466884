import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';

// What checks a patient, as it is after a release that took its file away.
vi.mock('@/api/generated/zod.gen', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('says that a patient could not be chosen when what checks one cannot be loaded', async () => {
  wizardNetwork();
  renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Franklin/ })).toBeInTheDocument();
});
