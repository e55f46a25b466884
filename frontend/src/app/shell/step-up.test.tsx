import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, expect, it, vi } from 'vitest';

import { createManager } from '@/session/provider';
import { setUsers, stepUp } from '@/session/state';
import { renderFeature } from '@/testing/render-app';

import { StepUp } from './step-up';

const wanted = { maxAge: 300, acrValues: 'strong' };

beforeEach(() => {
  sessionStorage.clear();
  stepUp.setState(null, true);
});

async function ask() {
  renderFeature(<StepUp />);
  setUsers(createManager());
  const signinRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect');
  signinRedirect.mockImplementation(() => new Promise(() => undefined));
  act(() => stepUp.setState(wanted, true));
  await screen.findByRole('dialog', { name: 'Sign In Again?' });
  return signinRedirect;
}

it('goes to the provider for a fresh sign-in, and comes back to the same page', async () => {
  window.history.replaceState({}, '', '/admin/roles/2?x=1#y');
  const signinRedirect = await ask();
  expect(screen.getByText('This needs a fresh sign-in. Nothing was saved or sent yet.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Sign In Again'));
  await waitFor(() => expect(signinRedirect).toHaveBeenCalledOnce());
  expect(signinRedirect).toHaveBeenCalledWith({
    state: { returnTo: '/admin/roles/2?x=1#y' },
    max_age: 300,
    acr_values: 'strong',
  });
});

it('can be put off, and says when a fresh sign-in was not confirmed', async () => {
  sessionStorage.setItem('wardline.step-up', String(Date.now() - 10_000));
  const signinRedirect = await ask();
  expect(screen.getByText(/did not confirm that this was a fresh sign-in/)).toBeInTheDocument();
  await userEvent.click(screen.getByText('Not Now'));
  expect(stepUp.getState()).toBeNull();
  expect(signinRedirect).not.toHaveBeenCalled();
});
