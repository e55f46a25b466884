import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ErrorState } from './error-state';
import { ThemeProvider } from './theme/theme-provider';

it('says that there is no network, and tries again once there is one', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const onRetry = vi.fn();
  const state = (retrying: boolean) => <ErrorState title="Failed" onRetry={onRetry} retrying={retrying} />;
  const { rerender } = render(state(false), { wrapper: ThemeProvider });
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('alert')).toHaveTextContent('There is no network connection.');
  onRetry.mockClear();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(onRetry).toHaveBeenCalledTimes(1);
  rerender(state(true));
  expect(screen.getByRole('alert')).not.toHaveTextContent('There is no network connection.');
});
