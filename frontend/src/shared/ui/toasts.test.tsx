import { act, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ThemeProvider } from './theme/theme-provider';
import { ToastHost, toastDanger, toastInfo, toastQuestion, toastRefusal, toastSuccess } from './toasts';

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

it.each([
  ['what succeeded', toastSuccess],
  ['what is good to know', toastInfo],
])('[ERR-07] [BERR-18] holds back what failed, and never %s', (_, told) => {
  render(
    <ThemeProvider>
      <ToastHost />
    </ThemeProvider>,
  );
  act(() => {
    for (const tell of [told, toastDanger]) for (const nth of ['First', 'Second']) tell(`${nth} ${tell.name}`);
  });
  expect(screen.getByText(`First ${told.name}`)).toBeInTheDocument();
  expect(screen.getByText(`Second ${told.name}`)).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('takes one away that is no longer true', async () => {
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

describe('what nobody closes', () => {
  const KEPT = 'What you typed was kept.';
  const shown = () => screen.queryByText(KEPT);
  /** So many seconds, and what a toast needs to leave. */
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

  it('goes by itself when it only tells something', () => {
    act(() => toastInfo(KEPT));
    pass(9);
    expect(shown()).toBeInTheDocument();
    pass(2);
    expect(shown()).not.toBeInTheDocument();
  });

  it('stays while somebody points at it or is in it with the keyboard', () => {
    act(() => toastInfo(KEPT));
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

  it('[BERR-18] gives its place to why something was refused, which has all its time and is the one of its six seconds', () => {
    const FAILED = 'Contact Help Desk.';
    const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    act(() => toastDanger(FAILED));
    pass(5);
    act(() => toastRefusal(FAILED, 'You are not on call.'));
    pass(0);
    expect(said()).toEqual([`You are not on call.${FAILED}`]);
    act(() => toastRefusal(FAILED, 'You may not do this.'));
    pass(0);
    act(() => toastDanger(FAILED));
    pass(4);
    expect(said()).toEqual([`You may not do this.${FAILED}`]);
    pass(2);
    expect(said()).toEqual([]);
    act(() => toastRefusal(FAILED, 'You may not do this.'));
    expect(said()).toEqual([`You may not do this.${FAILED}`]);
  });

  it('[ERR-07] [BERR-18] [BCONST-15] tells of one failure in 6000 ms, and of the next one from then on', () => {
    const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
    act(() => toastDanger('First'));
    act(() => toastDanger('Second'));
    wait(5_999);
    act(() => toastDanger('Third'));
    expect(said()).toEqual(['First']);
    wait(1);
    act(() => toastDanger('Fourth'));
    wait(500);
    expect(said()).toEqual(['Fourth']);
  });

  it('stays when it asks for a decision', () => {
    act(() => void toastQuestion(KEPT));
    pass(600);
    expect(shown()).toBeInTheDocument();
  });
});
