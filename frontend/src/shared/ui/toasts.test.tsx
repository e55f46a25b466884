import { act, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ThemeProvider } from './theme/theme-provider';
import { ToastHost, toastDanger, toastInfo, toastSuccess } from './toasts';

it('shows toasts with what came with the page, for a lost network brings no more code', () => {
  render(
    <ThemeProvider>
      <ToastHost />
    </ThemeProvider>,
  );
  act(() => {
    toastDanger('Contact Help Desk.');
    toastSuccess('Update created');
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Contact Help Desk.');
  expect(screen.getByRole('status')).toHaveTextContent('Update created');
});

it('takes one away that is no longer true', async () => {
  render(
    <ThemeProvider>
      <ToastHost />
    </ThemeProvider>,
  );
  const hide = toastInfo({ message: 'This consult was edited by another user.' });
  const toast = await screen.findByText('This consult was edited by another user.');
  act(hide);
  await waitForElementToBeRemoved(toast);
});
