import { session } from '@/session/state';

/** Long enough for any browser to have read it. */
const KEPT_MILLISECONDS = 60_000;

/** What stands open, until its window is closed or its reader's session ends. */
const opened = new Map<string, Window>();

session.subscribe(() => {
  if (session.get() !== null) return;
  for (const [address, page] of opened) {
    URL.revokeObjectURL(address);
    page.close();
  }
  opened.clear();
});

/**
 * Opens a file in a new window. The window opens with the press, as browsers let no other one open, and shows the file once it is there;
 * without a file it closes again.
 */
export async function openDocument(fetchFile: () => Promise<Blob>): Promise<void> {
  const reader = session.get()?.profile.sub;
  const page = window.open('', '_blank');
  try {
    const file = await fetchFile();
    // Whoever asked for it is no longer here.
    if (session.get()?.profile.sub !== reader) throw new Error('The session ended.');
    const address = URL.createObjectURL(file);
    window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MILLISECONDS);
    if (page === null) window.location.assign(address);
    else show(address, page);
  } catch {
    page?.close();
  }
}

function show(address: string, page: Window) {
  for (const [known, window] of opened) if (window.closed) opened.delete(known);
  opened.set(address, page);
  page.location.replace(address);
}
