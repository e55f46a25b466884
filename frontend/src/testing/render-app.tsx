import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { type ReactNode, useEffect, useState } from 'react';
import { vi } from 'vitest';

import { configureClient } from '@/api/client';
import { type RuntimeConfig, setRuntimeConfig } from '@/api/runtime-config';
import { createQueryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/router';
import { wire } from '@/app/wiring';
import { type Me, meQuery } from '@/session/me';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';
import { ToastHost } from '@/shared/ui/toasts';

import { testConfig } from './config';
import { reachable } from './contacts';
import { quietSocket } from './live-server';
import { makeMe } from './me';
import { server } from './server';
import { signInForTest } from './session';

export interface RenderAppOptions {
  /** The signed-in user; null for none. */
  me?: Me | null;
  /** The runtime configuration. */
  config?: RuntimeConfig;
}

/** Renders the whole application at a path, wired as in the browser; the test's handlers on `server` respond. */
export function renderApp(path: string, { me = makeMe(), config = testConfig }: RenderAppOptions = {}) {
  setRuntimeConfig(config);
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(queryClient, history);
  if (me !== null) {
    signInForTest(me.username);
    server.use(
      http.get('*/api/me', () => HttpResponse.json(me)),
      http.get('*/api/notifications/:id', () => HttpResponse.json([])),
      reachable,
    );
  }
  server.use(quietSocket);
  const unwire = wire(queryClient, router);
  const view = render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
        <OnUnmount callback={unwire} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { ...view, router, queryClient };
}

function OnUnmount({ callback }: { callback: () => void }) {
  useEffect(() => callback, [callback]);
  return null;
}

export interface RenderFeatureOptions {
  me?: Me;
  config?: RuntimeConfig;
  /** For a feature with links of the router, which have addresses and lead nowhere. */
  isLinked?: boolean;
}

/** Called when a rejected request would lead to the error page. */
export const onForbidden = vi.fn();

/** Renders one feature with its providers, without the application's routes. */
export function renderFeature(feature: ReactNode, options: RenderFeatureOptions = {}) {
  const { me = makeMe(), config = testConfig, isLinked = false } = options;
  setRuntimeConfig(config);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden });
  onForbidden.mockClear();
  signInForTest(me.username);
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, me);
  const view = render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        {isLinked ? <Linked>{feature}</Linked> : feature}
        <ToastHost />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { ...view, queryClient };
}

function Linked({ children }: { children: ReactNode }) {
  const [router] = useState(() => createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }));
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
