import { createStore } from 'zustand/vanilla';

import { checkBuild, reloadIfOutdated } from './build';

/** The pause before preloading in browsers without `requestIdleCallback`. */
const IDLE_FALLBACK_MILLISECONDS = 200;
/** How long a response from the server counts for further modules, because preloads follow each other quickly. */
const REACHABLE_MILLISECONDS = 1_000;

/** A module that could not be loaded. */
export class ModuleLoadError extends Error {
  override name = 'ModuleLoadError';
  /** The page must be reloaded, and the user has been notified. */
  readonly outdated: boolean;

  constructor(outdated: boolean) {
    super('A module of the application could not be loaded.');
    this.outdated = outdated;
  }
}

const queue: (() => Promise<unknown>)[] = [];
let draining = false;
let reachableAt = -Infinity;
/** Whether the page has a live connection to the server; null until modules are preloaded. */
let isConnected: (() => boolean) | null = null;

export interface LazyModuleOptions {
  /** Whether the browser loads it when it is idle (the default). If false, it is downloaded only when it is used, which requires a network. */
  preload?: boolean;
}

/**
 * Code that the first page does not need. It is loaded when the browser is idle, or at once when it is used.
 * Unlike `React.lazy`, it can be loaded again after a failure.
 */
export class LazyModule<T> {
  readonly loaded = createStore<T | null>(() => null);
  private readonly fetch: () => Promise<T>;
  private loading: Promise<T> | null = null;

  constructor(fetch: () => Promise<T>, { preload = true }: LazyModuleOptions = {}) {
    this.fetch = fetch;
    if (!preload) return;
    queue.push(() => this.load());
    if (isConnected !== null) void drainQueue();
  }

  /** Rejects with `ModuleLoadError`; another call retries. */
  load(): Promise<T> {
    const loaded = this.loaded.getState();
    if (loaded !== null) return Promise.resolve(loaded);
    this.loading ??= fetchModule(this.fetch)
      .then((value) => {
        this.loaded.setState(() => value, true);
        return value;
      })
      .finally(() => {
        this.loading = null;
      });
    return this.loading;
  }

  /** Starts loading before the module is used. A failure is reported only when it is used. */
  readonly preload = () => {
    this.load().catch(() => undefined);
  };
}

/**
 * From now on loads every module, except those with `preload: false`, as soon as the browser is idle, so that it is available without a
 * network too. While `connected` returns true, modules are loaded without asking first whether the server responds.
 */
export function preloadModules(connected: () => boolean) {
  if (isConnected !== null) return;
  isConnected = connected;
  void drainQueue();
}

async function drainQueue() {
  if (draining) return;
  draining = true;
  while (queue.length > 0) {
    await untilIdle();
    // Most are in the same file, so that waiting again after each would only delay the others.
    for (const load of queue.splice(0)) await load().catch(() => undefined);
  }
  draining = false;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, IDLE_FALLBACK_MILLISECONDS);
  });
}

async function fetchModule<T>(fetch: () => Promise<T>): Promise<T> {
  // The browser remembers a failed import until the page is reloaded, so nothing is imported while the server is unreachable.
  if (isConnected !== null && (await isServerUnreachable(isConnected))) throw new ModuleLoadError(false);
  try {
    return await fetch();
  } catch {
    reachableAt = -Infinity;
    throw new ModuleLoadError((await reloadIfOutdated()) !== 'unreachable');
  }
}

async function isServerUnreachable(connected: () => boolean): Promise<boolean> {
  const hasResponded = performance.now() - reachableAt < REACHABLE_MILLISECONDS;
  if (navigator.onLine && (hasResponded || connected())) return false;
  if ((await checkBuild()) === 'unreachable') return true;
  reachableAt = performance.now();
  return false;
}
