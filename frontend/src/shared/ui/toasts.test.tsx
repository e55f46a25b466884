import { act, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ThemeProvider } from './theme/theme-provider';
import { ToastHost, toastDanger, toastInfo, toastQuestion, toastRefusal, toastSuccess } from './toasts';

it('shows toasts without loading more code, which a lost network would prevent', () => {
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

it.each([
  ['a success', toastSuccess],
  ['information', toastInfo],
])('[ERR-07] [BERR-18] throttles errors, but never %s', (_, showToast) => {
  render(
    <ThemeProvider>
      <ToastHost />
    </ThemeProvider>,
  );
  act(() => {
    for (const show of [showToast, toastDanger]) for (const nth of ['First', 'Second']) show(`${nth} ${show.name}`);
  });
  expect(screen.getByText(`First ${showToast.name}`)).toBeInTheDocument();
  expect(screen.getByText(`Second ${showToast.name}`)).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('hides a toast that is no longer true', async () => {
  render(
    <ThemeProvider>
      <ToastHost />
    </ThemeProvider>,
  );
  const hide = toastQuestion('This consult was edited by another user.');
  const toast = await screen.findByText('This consult was edited by another user.');
  act(hide);
  await waitForElementToBeRemoved(toast);
});

describe('a toast that is not closed', () => {
  const RESTORED = 'What you typed was saved.';
  const shown = () => screen.queryByText(RESTORED);
  /** Advances by this many seconds, plus the duration of a toast's exit transition. */
  const pass = (seconds: number) => {
    for (const time of [seconds, 0.5]) act(() => void vi.advanceTimersByTime(time * 1_000));
  };

  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <ThemeProvider>
        <ToastHost />
      </ThemeProvider>,
    );
  });
  afterEach(() => void vi.useRealTimers());

  it('closes automatically if it only informs', () => {
    act(() => void toastInfo(RESTORED));
    pass(9);
    expect(shown()).toBeInTheDocument();
    pass(2);
    expect(shown()).not.toBeInTheDocument();
  });

  it('stays while it is hovered or has the keyboard focus', () => {
    act(() => void toastInfo(RESTORED));
    const close = screen.getByRole('button', { name: 'Close' });
    const toast = screen.getByRole('status');
    fireEvent.mouseEnter(toast);
    pass(60);
    fireEvent.mouseLeave(toast);
    act(() => close.focus());
    pass(60);
    expect(shown()).toBeInTheDocument();
    act(() => close.blur());
    pass(11);
    expect(shown()).not.toBeInTheDocument();
  });

  it('[BERR-18] is replaced by the reason for a rejection, which is shown for its full time and is the only one in six seconds', () => {
    const FAILED = 'Contact Help Desk.';
    const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    act(() => toastDanger(FAILED));
    pass(5);
    act(() => toastRefusal(FAILED, 'You are not on call.'));
    pass(0);
    expect(alerts()).toEqual([`You are not on call.${FAILED}`]);
    act(() => toastRefusal(FAILED, 'You may not do this.'));
    pass(0);
    act(() => toastDanger(FAILED));
    pass(4);
    expect(alerts()).toEqual([`You may not do this.${FAILED}`]);
    pass(2);
    expect(alerts()).toEqual([]);
    act(() => toastRefusal(FAILED, 'You may not do this.'));
    expect(alerts()).toEqual([`You may not do this.${FAILED}`]);
  });

  it('[ERR-07] [BERR-18] [BCONST-15] shows one error in 6000 ms, and the next one after that', () => {
    const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
    act(() => toastDanger('First'));
    act(() => toastDanger('Second'));
    wait(5_999);
    act(() => toastDanger('Third'));
    expect(alerts()).toEqual(['First']);
    wait(1);
    act(() => toastDanger('Fourth'));
    wait(500);
    expect(alerts()).toEqual(['Fourth']);
  });

  it('stays when it asks for a decision', () => {
    act(() => void toastQuestion(RESTORED));
    pass(600);
    expect(shown()).toBeInTheDocument();
  });
});
