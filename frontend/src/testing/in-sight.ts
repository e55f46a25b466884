import { onTestFinished, vi } from 'vitest';

/** A window in which a test decides what is in sight. */
export function serveSight() {
  const observed = new Map<Element, IntersectionObserverCallback>();
  const sight = {
    /** Whether something else lies above what is in the window. */
    covered: false,
    /** Scrolls everything that is observed into the window, or out of it. */
    scroll: (into: boolean) => {
      for (const [target, callback] of observed) {
        const entry = { target, isIntersecting: into, intersectionRatio: into ? 1 : 0 };
        callback([entry as IntersectionObserverEntry], {} as IntersectionObserver);
      }
    },
  };
  const real = IntersectionObserver;
  class Observer {
    private readonly targets = new Set<Element>();
    private readonly callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback;
    }
    observe(target: Element) {
      this.targets.add(target);
      observed.set(target, this.callback);
    }
    disconnect() {
      for (const target of this.targets) observed.delete(target);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  Object.assign(document, { elementFromPoint: () => (sight.covered ? document.body : [...observed.keys()].at(-1)) });
  onTestFinished(() => {
    vi.stubGlobal('IntersectionObserver', real);
    Reflect.deleteProperty(document, 'elementFromPoint');
  });
  return sight;
}
