import { ExternalStore } from './external-store';
import { hasUnsavedInput } from './unsaved-input';

const RELOADED_KEY = 'wardline.reloaded-at';
/** After reloading by itself a tab asks first for this long, so that trouble that reloading does not mend never becomes a loop. */
const RELOAD_PAUSE_MILLISECONDS = 60_000;
const PATIENCE_MILLISECONDS = 5_000;

/** What the server answers about the files that this tab runs on; `away` when it does not answer. */
export type BuildAnswer = 'same' | 'updated' | 'away';

/** Why this tab should be loaded again, null while it need not be; said to the user only where it could not be done unasked. */
export const reloadReason = new ExternalStore<'updated' | 'incomplete' | null>(null);

let reload: () => void = () => undefined;
let judging: Promise<BuildAnswer> | null = null;

/** Follows what Vite says of code that did not load; the answer stops it. */
export function watchBuild(reloadPage: () => void): () => void {
  reload = reloadPage;
  const judge = () => void judgeBuild();
  window.addEventListener('vite:preloadError', judge);
  return () => window.removeEventListener('vite:preloadError', judge);
}

/** Asks whether the server still has the build that runs here: its page names the entry, which carries a hash. */
export async function askBuild(): Promise<BuildAnswer> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', signal });
    const entry = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (!answer.ok || entry === null) return 'away';
    return entry === entryOf(document) ? 'same' : 'updated';
  } catch {
    return 'away';
  }
}

function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * For code that did not load. A browser remembers a failed import for as long as the page lives, so where the server answers again
 * only loading the page anew helps; a server that is away leaves the page alone.
 */
export function judgeBuild(): Promise<BuildAnswer> {
  judging ??= askBuild()
    .then((answer) => {
      if (answer !== 'away') reloadFor(answer === 'updated' ? 'updated' : 'incomplete');
      return answer;
    })
    .finally(() => {
      judging = null;
    });
  return judging;
}

/** Loads the page anew where nothing typed is lost by it, and else leaves it to the user. */
function reloadFor(reason: 'updated' | 'incomplete') {
  if (hasUnsavedInput() || reloadedLately()) {
    reloadReason.set(reason);
    return;
  }
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  reload();
}

function reloadedLately(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_PAUSE_MILLISECONDS;
}
