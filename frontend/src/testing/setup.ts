import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

import { wizardStore } from '@/features/request-wizard/wizard-store';
import { collapse } from '@/features/worklist/collapse';
import { appliedFilters } from '@/features/worklist/kept-filter';
import { stopWatching } from '@/session/idle';
import { closeDrafts, draftExpiries } from '@/drafts/draft-storage';
import { session, signedOut } from '@/session/state';
import { failedNotes } from '@/shared/lib/failed-notes';
import { resetServerClock } from '@/shared/lib/server-clock';
import { clearToasts } from '@/shared/ui/toasts';

import { elementError } from './cheap-rendering';
import { endRenewals } from './end-renewals';
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
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

window.HTMLElement.prototype.scrollTo = function scrollTo(to?: ScrollToOptions | number) {
  if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop;
};

// Where text stands, which the editor of rich text asks before it scrolls there.
window.Range.prototype.getClientRects = () => document.createElement('div').getClientRects();
window.Range.prototype.getBoundingClientRect = () => document.createElement('div').getBoundingClientRect();
document.elementFromPoint = () => null;
document.documentElement.style.whiteSpace = 'pre-wrap';

// Everything stands in view: a menu hides itself, a moment after it opened, beside a button that does not.
const inView = { x: 0, y: 0, left: 0, top: 0, right: 100, bottom: 100, width: 100, height: 100 };
window.Element.prototype.getBoundingClientRect = () => ({ ...inView, toJSON: () => inView });
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => window.innerHeight },
});

// Nothing is laid out, so a long list is given room for all of its rows, which are of one height.
Object.defineProperty(window.HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement) {
    return this.querySelector(':scope > ul') === null ? 0 : 100_000;
  },
});
Object.defineProperty(window.HTMLLIElement.prototype, 'offsetHeight', { configurable: true, get: () => 100 });

// Frames come by timers that no test sets: jsdom's own interval, begun while the clock is set, would never beat again, for no later file.
const { setTimeout: later, clearTimeout: never } = globalThis;
window.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16));
window.cancelAnimationFrame = (frame) => never(frame);

// In a message an element is its tag, without everything that React keeps at it.
Object.defineProperty(window.Element.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  configurable: true,
  value(this: Element) {
    return `<${this.localName}>`;
  },
});

configure({ asyncUtilTimeout: 10_000, getElementError: elementError });

// At once, for Socket.IO keeps the WebSocket that it finds when it is loaded.
server.listen({ onUnhandledFrame: 'error' });

// What the test before asked for may have failed after its end.
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
  closeDrafts();
  draftExpiries.setState({}, true);
  sessionStorage.clear();
  localStorage.clear();
  wizardStore.rehydrate();
  appliedFilters.rehydrate();
  collapse.rehydrate();
  resetServerClock();
  const unforeseen = takeUnforeseen();
  expect(unforeseen, `requests without a handler: ${unforeseen.join(', ')}`).toEqual([]);
});

afterAll(() => server.close());
