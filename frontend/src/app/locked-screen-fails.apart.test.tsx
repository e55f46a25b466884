import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { jumpableTime, lockTab, serveDuty } from '@/testing/locked-screen';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const attempts = vi.hoisted(() => ({ failing: 1, count: 0 }));

vi.mock('@/app/pages/locked-screen', async (load) => {
  attempts.count += 1;
  if (attempts.count <= attempts.failing) throw new TypeError('Failed to fetch dynamically imported module');
  return load();
});

beforeEach(() => setRuntimeConfig(testConfig));

it('[NOTIF-13] a locked screen that could not be loaded says that it cannot ring, and tries again by itself', async () => {
  jumpableTime();
  serveDuty();
  lockTab();
  server.use(http.get('*/', () => HttpResponse.error()));
  renderApp('/login', { me: null });
  expect(await screen.findByRole('heading', { level: 2, name: 'You are on call' })).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /cannot ring\. You will be paged through your other contacts\.$/,
  );
  expect(screen.queryByText(/rings when/)).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByRole('heading', { level: 2, name: 'You are on call for Tele-Stroke' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/cannot ring/)).not.toBeInTheDocument());
});
