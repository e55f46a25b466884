import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { loadRuntimeConfig } from '@/api/runtime-config';
import { connection } from '@/api/socket';
import { App } from '@/app/app';
import { createQueryClient, whenIdle } from '@/app/query-client';
import { createAppRouter } from '@/app/router';
import { StartFailure } from '@/app/start-failure';
import { Starting } from '@/app/starting';
import { wire } from '@/app/wiring';
import { startSession } from '@/session/session';
import { session } from '@/session/state';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { watchBuild } from '@/shared/lib/build';
import { preloadModules } from '@/shared/lib/lazy-module';

async function start(element: HTMLElement) {
  watchBuild({ reload: () => window.location.reload(), hasDirtyForms: hasDirtyForms });
  const root = createRoot(element);
  root.render(<Starting />);
  try {
    await loadRuntimeConfig();
    await startSession();
  } catch (error) {
    console.error('The application could not start.', error instanceof Error ? error.message : '');
    root.render(<StartFailure />);
    return;
  }
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  wire(queryClient, router);
  const unsubscribe = router.subscribe('onRendered', () => {
    if (session.getState() === null) return;
    unsubscribe();
    void whenIdle(queryClient).then(() => preloadModules(isConnected));
  });
  root.render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
}

const isConnected = () => connection.getState().status === 'connected';

const element = document.getElementById('root');
if (element !== null) void start(element);
