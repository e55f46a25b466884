import { session } from '@/session/state';
import { toastRefusal } from '@/shared/ui/toasts';

/** Long enough for any browser to load the file. */
const URL_LIFETIME_MS = 60_000;

/** The open windows, each with the URL of its file; null until the file has been fetched. */
const opened = new Map<Window, string | null>();

let reader = session.getState()?.profile.sub;

session.subscribe(() => {
  const subject = session.getState()?.profile.sub;
  if (subject !== reader) closeDocuments();
  reader = subject;
});

// Only this page can close the windows when the session ends, so they must not outlive it, even in the back/forward cache.
window.addEventListener('pagehide', closeDocuments);

function closeDocuments() {
  for (const [page, address] of opened) {
    if (address !== null) URL.revokeObjectURL(address);
    page.close();
  }
  opened.clear();
}

/**
 * Opens a file in a new window, which closes with the user's session or with this page. The window opens during the click, because
 * browsers block it later, and shows the file once it has been fetched; if that fails, the window closes. If the browser blocks the
 * window, a toast says how to allow it, and nothing is fetched.
 */
export async function openDocument(fetchFile: () => Promise<Blob>): Promise<void> {
  const page = window.open('', '_blank');
  if (page === null) {
    toastRefusal(
      'Allow pop-ups for this site in your browser, then view the note again.',
      'The note could not be opened.',
    );
    return;
  }
  for (const known of opened.keys()) if (known.closed) opened.delete(known);
  opened.set(page, null);
  try {
    const file = await fetchFile();
    // The session has ended, or the user has closed the window.
    if (!opened.has(page) || page.closed) return;
    const address = URL.createObjectURL(file);
    window.setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS);
    opened.set(page, address);
    page.location.replace(address);
  } catch {
    opened.delete(page);
    page.close();
  }
}
