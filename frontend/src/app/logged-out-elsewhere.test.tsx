import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { openDrafts } from '@/drafts/draft-storage';
import { startSession } from '@/session/session';
import * as signingIn from '@/session/sign-in';
import { lastSessionEnd } from '@/session/sign-out';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { testConfig } from '@/testing/config';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { storeUser, userFor } from '@/testing/session';

const nurse = makeMe({ rbacPermissions: permissions('List Consult') });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  server.use(
    http.get('*/api/me/safekeeping-key', () => HttpResponse.json({ key: btoa('k'.repeat(32)) })),
    ...emptyAnswers,
  );
});

/** Opens the help page for the nurse and logs out in another tab. */
async function logOutElsewhere(type: () => unknown) {
  storeUser(userFor('nurse'));
  await startSession();
  const { router } = renderApp('/help', { me: nurse });
  await screen.findByRole('button', { name: /'s profile$/ });
  await openDrafts('nurse');
  act(() => void type());
  localStorage.setItem('wardline.active.nurse', 'chosen');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(await screen.findByText('You signed out in another browser tab.')).toBeInTheDocument();
  expect(router.state.location.href).toBe('/login?redirect=%2Fhelp');
}

it('keeps the input for its author, and says so', async () => {
  await logOutElsewhere(() => registerDirtyForm({ drafts: () => [{ key: 'feedback', values: { feedback: 'Slow' } }] }));
  expect(await screen.findByText(/^What you typed will be saved until \d{1,2}:\d\d[ap]m\.$/)).toBeInTheDocument();
  expect(screen.queryByText(/could not be saved/)).not.toBeInTheDocument();
  expect(JSON.stringify(sessionStorage)).not.toContain('Slow');
});

it('reports input that could not be saved', async () => {
  await logOutElsewhere(() => registerDirtyForm());
  expect(await screen.findByText('What you typed could not be saved.')).toBeInTheDocument();
});

it('[ROUTE-01] [ROUTE-16] says nothing about input if there was none, and logs in to the same page', async () => {
  await logOutElsewhere(() => undefined);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled());
  expect(screen.queryByText(/saved/)).not.toBeInTheDocument();
  const signIn = vi.spyOn(signingIn, 'signIn').mockResolvedValue();
  act(() => screen.getByRole('button', { name: 'Login' }).click());
  expect(signIn).toHaveBeenCalledWith({ returnTo: '/help' });
});

const leftovers = [['nurse'], ['7'], ['{"subject":"nurse","ending":"chosen"}'], ['{"ending":"idle"}']] as const;
it.each(leftovers)('silently drops data of another version: %s', (stored) => {
  sessionStorage.setItem('wardline.signed-out', stored);
  expect(lastSessionEnd()).toBeNull();
});
