import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ErrorState } from './error-state';
import { ThemeProvider } from './theme/theme-provider';

it('says that there is no network, and tries again once there is one', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const onRetry = vi.fn();
  render(<ErrorState title="Failed to load the roles" onRetry={onRetry} />, { wrapper: ThemeProvider });
  expect(screen.getByRole('alert')).toHaveTextContent('There is no network connection.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert')).not.toHaveTextContent('There is no network connection.');
});
