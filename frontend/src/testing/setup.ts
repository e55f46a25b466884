import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

import { forgetWizard } from '@/features/request-wizard/wizard-store';
import { stopWatching } from '@/session/idle';
import { closeSafe } from '@/session/safekeeping';
import { session, signedOut } from '@/session/state';
import { clearToasts } from '@/shared/ui/toasts';

import { server, takeUnforeseen } from './server';

// What Mantine asks of a browser and jsdom does not have.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  configurable: true,
  value: (query: string) => ({
    // Tests see the wide layout unless they say otherwise.
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class NoResizeObserver implements ResizeObserver {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
}

vi.stubGlobal('ResizeObserver', NoResizeObserver);
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

configure({ asyncUtilTimeout: 5_000 });

// At once, for Socket.IO keeps the WebSocket that it finds when it is loaded.
server.listen({ onUnhandledFrame: 'error' });

// What the test before asked for may have failed after its end.
beforeEach(clearToasts);

afterEach(() => {
  cleanup();
  server.resetHandlers();
  session.set(null);
  signedOut.set(null);
  stopWatching();
  closeSafe();
  sessionStorage.clear();
  localStorage.clear();
  forgetWizard();
  expect(takeUnforeseen(), 'requests without a handler').toEqual([]);
});

afterAll(() => server.close());
