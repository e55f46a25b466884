import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { reloadReason, watchBuild } from '@/shared/lib/build';

import { Lazy, type LazyComponent, lazyComponent } from './lazy';
import { ThemeProvider } from './theme/theme-provider';
import { ToastHost } from './toasts';

const Dialog = ({ title }: { title: string }) => <div role="dialog" aria-label={title} />;

/** A component that fails to load the first time and loads the second time. */
function flakyDialog() {
  const load = vi.fn(() => Promise.resolve(Dialog));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  return { load, component: lazyComponent<{ title: string }>(load) };
}

function Page({ component, inPlace }: { component: LazyComponent<{ title: string }>; inPlace: boolean }) {
  const [opened, setOpened] = useState(inPlace);
  return (
    <ThemeProvider>
      <input aria-label="Comment" />
      <button onClick={() => setOpened(true)}>Filter</button>
      {opened && (
        <Lazy component={component} {...(!inPlace && { onFailure: () => setOpened(false) })}>
          {(Loaded) => <Loaded title="Filter Consults" />}
        </Lazy>
      )}
      <ToastHost />
    </ThemeProvider>
  );
}

// The server is unreachable unless a test says otherwise.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => void vi.unstubAllGlobals());

it('reports that a dialog did not load, keeps what was typed, and retries at the next press', async () => {
  const { load, component } = flakyDialog();
  const { rerender } = render(<Page component={component} inPlace={false} />);
  await userEvent.type(screen.getByLabelText('Comment'), 'half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded. Try again.');
  expect(screen.getByLabelText('Comment')).toHaveValue('half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('dialog', { name: 'Filter Consults' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  rerender(<Page component={component} inPlace />);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it('shows an error in place of a part of the page that did not load, with a button to try again', async () => {
  render(<Page component={flakyDialog().component} inPlace />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

it('shows no toast when the page itself is outdated, because the banner says so', async () => {
  const unsubscribe = watchBuild({ reload: () => undefined, hasDirtyForms: () => true });
  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  entry.setAttribute('src', '/assets/index-old.js');
  document.head.append(entry);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script type="module" src="/assets/index-new.js">')));
  render(<Page component={flakyDialog().component} inPlace={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  unsubscribe();
  entry.remove();
});

it('tries again by itself where that is wanted, and shows what stands in for it until then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { load, component } = flakyDialog();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const failed = vi.fn();
  render(
    <ThemeProvider>
      <Lazy component={component} fallback={<p>Loading</p>} retryAfter={5_000} onFailure={failed}>
        {(Loaded) => <Loaded title="Filter Consults" />}
      </Lazy>
      <ToastHost />
    </ThemeProvider>,
  );
  for (const attempt of [1, 2]) {
    await waitFor(() => expect(failed).toHaveBeenCalledTimes(attempt));
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
  }
  expect(await screen.findByRole('dialog', { name: 'Filter Consults' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
