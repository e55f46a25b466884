import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { reloadReason, watchBuild } from '@/shared/lib/build';

import { Lazy, type LazyPart, lazyPart } from './lazy';
import { ThemeProvider } from './theme/theme-provider';
import { ToastHost } from './toasts';

const Dialog = ({ title }: { title: string }) => <div role="dialog" aria-label={title} />;

/** Code that the network first does not bring, and then does. */
function lateDialog() {
  const load = vi.fn(() => Promise.resolve(Dialog));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  return { load, part: lazyPart<{ title: string }>(load) };
}

function Page({ part, inPlace }: { part: LazyPart<{ title: string }>; inPlace: boolean }) {
  const [opened, setOpened] = useState(inPlace);
  return (
    <ThemeProvider>
      <input aria-label="Comment" />
      <button onClick={() => setOpened(true)}>Filter</button>
      {opened && (
        <Lazy part={part} {...(!inPlace && { onFailure: () => setOpened(false) })}>
          {(Loaded) => <Loaded title="Filter consults" />}
        </Lazy>
      )}
      <ToastHost />
    </ThemeProvider>
  );
}

// The server is away unless a test says otherwise.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => void vi.unstubAllGlobals());

it('says that a dialog did not load, keeps the page with what was typed, and tries again at the next press', async () => {
  const { load, part } = lateDialog();
  const { rerender } = render(<Page part={part} inPlace={false} />);
  await userEvent.type(screen.getByLabelText('Comment'), 'half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded. Try again.');
  expect(screen.getByLabelText('Comment')).toHaveValue('half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('dialog', { name: 'Filter consults' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  rerender(<Page part={part} inPlace />);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it('says in its place that a part of the page did not load, and tries again there', async () => {
  render(<Page part={lateDialog().part} inPlace />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

it('leaves it to the banner where the page itself is out of date', async () => {
  const stop = watchBuild({ reload: () => undefined, hasDirtyForms: () => true });
  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  entry.setAttribute('src', '/assets/index-old.js');
  document.head.append(entry);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script type="module" src="/assets/index-new.js">')));
  render(<Page part={lateDialog().part} inPlace={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  stop();
  entry.remove();
});
