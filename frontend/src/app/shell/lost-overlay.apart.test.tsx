import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { joinCall } from '@/features/video/call';
import { call } from '@/features/video/call-view';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, serveMeeting } from '@/testing/meeting';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

vi.mock('@/features/video/call-overlay', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('ends the call, and with it the camera and microphone, if the code of its controls fails to load', async () => {
  const { requests } = serveMeeting();
  fakeDevices();
  fakePeers();
  server.use(http.get('/', () => HttpResponse.html(document.documentElement.outerHTML)));
  const tracks: MediaStreamTrack[] = [];
  const unsubscribe = call.subscribe((view) => {
    for (const track of Object.values(view?.tracks ?? {})) if (track !== null) tracks.push(track);
  });
  renderApp('/help');
  await screen.findByRole('button', { name: /'s profile$/ });
  await joinCall(about);
  expect(await screen.findByText('This could not be loaded. Try again.')).toBeInTheDocument();
  await waitFor(() => expect(call.getState()).toBeNull());
  await waitFor(() => expect(requests.at(-1)).toBe('leave'));
  expect(new Set(tracks.map(({ readyState }) => readyState))).toEqual(new Set(['ended']));
  unsubscribe();
});
