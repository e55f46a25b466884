import { checkBuild, reloadIfOutdated } from './build';
import { createStore } from 'zustand/vanilla';

/** Where the browser does not say when it has nothing to do. */
const REST_MILLISECONDS = 200;
/** For so long an answer of the server stands for the parts that follow, as those fetched ahead come in a quick row. */
const ANSWER_MILLISECONDS = 1_000;

/** Code that could not be loaded, and what the server had to say about it. */
export class PartMissing extends Error {
  override name = 'PartMissing';
  /** The page itself is to be loaded anew, and the user knows. */
  readonly outdated: boolean;

  constructor(outdated: boolean) {
    super('A part of the application could not be loaded.');
    this.outdated = outdated;
  }
}

const waiting: (() => Promise<unknown>)[] = [];
let preloads = false;
let busy = false;
let answeredAt = -Infinity;

/** Code that is not needed for the first page. It comes when nothing else is to do, or at once when it is asked for. */
export class Part<T> {
  readonly loaded = createStore<T | null>(() => null);
  private readonly fetch: () => Promise<T>;
  private loading: Promise<T> | null = null;

  constructor(fetch: () => Promise<T>) {
    this.fetch = fetch;
    waiting.push(() => this.load());
    if (preloads) void preload();
  }

  /** Rejects with `PartMissing`; asked again, it tries again. */
  load(): Promise<T> {
    const loaded = this.loaded.getState();
    if (loaded !== null) return Promise.resolve(loaded);
    this.loading ??= fetchPart(this.fetch)
      .then((value) => {
        this.loaded.setState(() => value, true);
        return value;
      })
      .finally(() => {
        this.loading = null;
      });
    return this.loading;
  }

  /** Begins to load what will likely be asked for; that it failed is said when it is. */
  readonly anticipate = () => {
    this.load().catch(() => undefined);
  };
}

/** From the first page on every part comes as soon as the browser has nothing else to do, so that it is there without a network too. */
export function preloadParts() {
  if (preloads) return;
  preloads = true;
  void preload();
}

async function preload() {
  if (busy) return;
  busy = true;
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await untilIdle();
    await load().catch(() => undefined);
  }
  busy = false;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, REST_MILLISECONDS);
  });
}

async function fetchPart<T>(fetch: () => Promise<T>): Promise<T> {
  // A failed import stays failed for as long as the page lives, so nothing is imported from a server that is away.
  if (preloads && (await isServerAway())) throw new PartMissing(false);
  try {
    return await fetch();
  } catch {
    answeredAt = -Infinity;
    throw new PartMissing((await reloadIfOutdated()) !== 'unreachable');
  }
}

async function isServerAway(): Promise<boolean> {
  if (navigator.onLine && performance.now() - answeredAt < ANSWER_MILLISECONDS) return false;
  if ((await checkBuild()) === 'unreachable') return true;
  answeredAt = performance.now();
  return false;
}
