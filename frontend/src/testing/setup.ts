import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

import { wizardStore } from '@/features/request-wizard/wizard-store';
import { collapse } from '@/features/worklist/collapse';
import { compactRows } from '@/features/worklist/density';
import { appliedFilters } from '@/features/worklist/saved-filter';
import { stopWatching } from '@/session/idle';
import { closeDrafts, draftExpiries } from '@/drafts/draft-storage';
import { stopCleanup } from '@/session/session';
import { session, signedOut } from '@/session/state';
import { failedNotes } from '@/shared/lib/failed-notes';
import { resetServerClock } from '@/shared/lib/server-clock';
import { clearToasts } from '@/shared/ui/toasts';

import { elementError } from './cheap-rendering';
import { endRenewals } from './end-renewals';
import { server, takeUnhandled } from './server';

// Browser APIs that Mantine needs and jsdom lacks.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  configurable: true,
  value: (query: string) => ({
    // Tests use the desktop layout by default.
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

class NoObserver implements ResizeObserver {
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

vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Object.defineProperty(window.HTMLElement.prototype, 'scrollIntoView', {
  // Newer browsers return a promise, which the types do not know.
  value: async () => Promise.resolve(),
  configurable: true,
  writable: true,
});
window.scrollTo = () => undefined;

window.HTMLElement.prototype.scrollTo = function scrollTo(to?: ScrollToOptions | number) {
  if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop;
};

// The rich-text editor reads the position of text before it scrolls there.
window.Range.prototype.getClientRects = () => document.createElement('div').getClientRects();
window.Range.prototype.getBoundingClientRect = () => document.createElement('div').getBoundingClientRect();
document.elementFromPoint = () => null;
document.documentElement.style.whiteSpace = 'pre-wrap';

// Everything counts as visible: a menu hides shortly after it opens if its button is out of view.
const inView = { x: 0, y: 0, left: 0, top: 0, right: 100, bottom: 100, width: 100, height: 100 };
window.Element.prototype.getBoundingClientRect = () => ({ ...inView, toJSON: () => inView });
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => window.innerHeight },
});

// jsdom has no layout, so a virtual list gets room for all its rows, at one height.
Object.defineProperty(window.HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.querySelector(':scope > ul') === null ? 0 : 100_000;
  },
});
Object.defineProperty(window.HTMLLIElement.prototype, 'offsetHeight', { configurable: true, get: () => 100 });

// Animation frames use real timers: jsdom's own interval, if started under fake timers, would never fire again in later files.
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
window.requestAnimationFrame = (draw) => Number(realSetTimeout(() => draw(performance.now()), 16));
window.cancelAnimationFrame = (frame) => realClearTimeout(frame);

// Messages print an element as its tag, without React's internal properties.
Object.defineProperty(window.Element.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  configurable: true,
  value(this: Element) {
    return `<${this.localName}>`;
  },
});

configure({ asyncUtilTimeout: 10_000, getElementError: elementError });

// Listens now, because Socket.IO keeps the WebSocket class that it finds when it loads.
server.listen({ onUnhandledFrame: 'error' });

// Requests of the previous test may fail after its end.
beforeEach(() => {
  clearToasts();
  failedNotes.setState(new Set(), true);
});

afterEach(async () => {
  cleanup();
  await endRenewals();
  server.resetHandlers();
  session.setState(null, true);
  signedOut.setState(null, true);
  stopWatching();
  stopCleanup();
  closeDrafts();
  draftExpiries.setState({}, true);
  sessionStorage.clear();
  localStorage.clear();
  wizardStore.rehydrate();
  appliedFilters.rehydrate();
  collapse.rehydrate();
  compactRows.rehydrate();
  resetServerClock();
  const unhandled = takeUnhandled();
  expect(unhandled, `requests without a handler: ${unhandled.join(', ')}`).toEqual([]);
});

afterAll(() => server.close());
