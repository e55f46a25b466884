import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';

import { saveInterruption } from '@/features/video/saved-call';
import { userStorage } from '@/drafts/user-storage';
import { renderApp } from '@/testing/render-app';

const loads = vi.hoisted(() => ({ count: 0 }));

vi.mock('@/features/video/enter-call', () => {
  loads.count += 1;
  return { resumeCall: () => Promise.resolve() };
});

it('loads the code of calls at once only to rejoin a call that a reload interrupted', async () => {
  onTestFinished(() => userStorage.clear());
  const { unmount } = renderApp('/help');
  await screen.findByRole('button', { name: /'s profile$/ });
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(loads.count).toBe(0);
  unmount();
  saveInterruption({ microphone: true, camera: true });
  renderApp('/help');
  await waitFor(() => expect(loads.count).toBe(1));
});
