import { session } from '@/session/state';
import { toastRefusal } from '@/shared/ui/toasts';

/** Long enough for any browser to have read it. */
const KEPT_MILLISECONDS = 60_000;

/** The windows that stand open, each with the address of what it shows; null until that is there. */
const opened = new Map<Window, string | null>();

let reader = session.getState()?.profile.sub;

session.subscribe(() => {
  const subject = session.getState()?.profile.sub;
  if (subject !== reader) closeDocuments();
  reader = subject;
});

// It is this page that watches over the session: once it is reloaded, closed or kept for Back, nothing else would close them.
window.addEventListener('pagehide', closeDocuments);

function closeDocuments() {
  for (const [page, address] of opened) {
    if (address !== null) URL.revokeObjectURL(address);
    page.close();
  }
  opened.clear();
}

/**
 * Opens a file in a new window, which stays no longer than the session of its reader and this page. The window opens with the press, as
 * browsers let no other one open, and shows the file once it is there; without a file it closes again. Where the browser opens none, it
 * says how to allow it, and nothing is fetched.
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
    // The user is no longer here, or has closed the window.
    if (!opened.has(page) || page.closed) return;
    const address = URL.createObjectURL(file);
    window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MILLISECONDS);
    opened.set(page, address);
    page.location.replace(address);
  } catch {
    opened.delete(page);
    page.close();
  }
}
