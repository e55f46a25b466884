import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { useDirtyForm } from './use-draft';

import { LeaveGuard } from './leave-guard';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

const discarded = vi.fn<(text: string) => void>();

function Note() {
  const [text, setText] = useState('');
  useDirtyForm(text !== '', { mayLeaveTo: (path) => path === '/saved', onDiscard: () => discarded(text) });
  useDirtyForm(text !== '', { mayLeaveTo: () => true, onDiscard: () => discarded('input saved on every page') });
  return (
    <>
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={() => setText('')}>Undo</button>
      {['/other', '/saved'].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
    </>
  );
}

beforeEach(() => {
  discarded.mockClear();
});

async function open(history = createMemoryHistory({ initialEntries: ['/'] })) {
  const root = createRootRoute({
    component: () => (
      <ThemeProvider>
        <Outlet />
        <LeaveGuard />
      </ThemeProvider>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Note });
  const others = ['/other', '/saved'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => path }),
  );
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history,
  });
  // The application's own routes are registered for the type checker; this small tree has others.
  render(<RouterProvider router={router as never} />);
  await userEvent.type(await screen.findByLabelText('Note'), 'half a thought');
  return router;
}

it('[DET-26] [INFO-12] [INFO-13] [INFO-14] [BERR-08] warns before unsaved work is lost, and Cancel keeps it', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('link', { name: '/other' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard Changes?' });
  expect(dialog).toHaveTextContent(
    'If you leave the page now your unsaved work will be lost. Are you sure you want to navigate away from this page?',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/');
  expect(discarded).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Note')).toHaveValue('half a thought');
});

it('[DET-28] [INFO-14] [BERR-08] leaves on Proceed, and discards only the input that would be lost', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('link', { name: '/other' }));
  expect(discarded).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/other'));
  expect(discarded.mock.calls).toEqual([['half a thought']]);
});

it('[DET-28] [INFO-15] [BERR-08] [DET-26] has the browser warn before a window with unsaved work is reloaded or closed, and only then', async () => {
  const history = createBrowserHistory();
  await open(history);
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(warns()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(warns()).toBe(false);
  history.destroy();
});

it('[DET-26] does not warn on the way to a page that keeps the input', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('link', { name: '/saved' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/saved'));
});

it('[INFO-15] [DET-26] [BERR-08] does not warn within the page, or once nothing is typed anymore', async () => {
  const router = await open();
  router.history.push('/?view=timeline');
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'timeline' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await userEvent.click(screen.getByRole('link', { name: '/other' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/other'));
});
