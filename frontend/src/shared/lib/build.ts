import { createStore } from 'zustand/vanilla';

const RELOADED_KEY = 'wardline.reloaded-at';
/** How long after an automatic reload the user decides about the next one, so that a problem that a reload does not fix causes no loop. */
const RELOAD_PAUSE_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** How the server's build compares with the one that runs in this tab; `unreachable` when the server does not respond. */
export type BuildStatus = 'same' | 'updated' | 'unreachable';

/** Why this tab should be reloaded, or null; shown to the user only if the reload must be their choice. */
export const reloadReason = createStore<'updated' | 'incomplete' | null>(() => null);

interface Page {
  readonly reload: () => void;
  readonly hasDirtyForms: () => boolean;
}

let page: Page = { reload: () => undefined, hasDirtyForms: () => false };
let checking: Promise<BuildStatus> | null = null;

/** Listens for code that failed to load, as reported by Vite; returns a function that stops listening. */
export function watchBuild(watched: Page): () => void {
  page = watched;
  const check = () => void reloadIfOutdated();
  window.addEventListener('vite:preloadError', check);
  return () => window.removeEventListener('vite:preloadError', check);
}

/** Compares builds: the server's page names the entry file, which carries a hash. */
export async function checkBuild(): Promise<BuildStatus> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', signal });
    const entry = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    if (!response.ok || entry === null) return 'unreachable';
    return entry === entryOf(document) ? 'same' : 'updated';
  } catch {
    return 'unreachable';
  }
}

/** Identifies the build that runs in this tab; empty where there is none, as in tests. */
export function runningBuild(): string {
  return entryOf(document) ?? '';
}

function entryOf(document: Document): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * For code that failed to load. A browser remembers a failed import until the page is reloaded, so once the server responds again, only
 * a reload helps. While the server is unreachable, the page is not reloaded.
 */
export function reloadIfOutdated(): Promise<BuildStatus> {
  checking ??= checkBuild()
    .then((status) => {
      if (status !== 'unreachable') reloadFor(status === 'updated' ? 'updated' : 'incomplete');
      return status;
    })
    .finally(() => {
      checking = null;
    });
  return checking;
}

/** Reloads the page if no input would be lost; otherwise the user decides. */
function reloadFor(reason: 'updated' | 'incomplete') {
  if (page.hasDirtyForms() || reloadedRecently()) {
    reloadReason.setState(reason, true);
    return;
  }
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  page.reload();
}

function reloadedRecently(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_PAUSE_MS;
}
