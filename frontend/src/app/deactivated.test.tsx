import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { connection } from '@/api/socket';
import { startSession } from '@/session/session';
import { testConfig } from '@/testing/config';
import { connectLive } from '@/testing/live-server';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

const nurse = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

it('removes what is on the screen of a user who is deactivated, as soon as the server ends their socket', async () => {
  setRuntimeConfig(testConfig);
  await startSession();
  server.use(...emptyAnswers);
  signInForTest(nurse.username);
  const live = await connectLive();
  const app = renderApp('/consult', { me: nurse });
  expect(await screen.findByRole('heading', { name: 'No Consults' })).toBeInTheDocument();
  app.queryClient.setQueryData(['consult', '7'], { patient: 'Noel Larson' });
  const message = 'You do not have an active account here. Please contact the help desk.';
  server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'unknown_user', message }, { status: 403 })));
  live.reject('unknown_user');
  act(() => live.end());
  expect(await screen.findByText(message, {}, { timeout: 2_000 })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeEnabled();
  expect(app.queryClient.getQueryData(['consult', '7'])).toBeUndefined();
  expect(connection.getState().status).toBe('off');
});
