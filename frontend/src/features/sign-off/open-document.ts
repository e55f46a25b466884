/** Long enough for any browser to have read it. */
const KEPT_MILLISECONDS = 60_000;

/**
 * Opens a file in a new window. The window opens with the press, as browsers let no other one open, and shows the file once it is there;
 * without a file it closes again.
 */
export async function openDocument(fetchFile: () => Promise<Blob>): Promise<void> {
  const page = window.open('', '_blank');
  try {
    const address = URL.createObjectURL(await fetchFile());
    window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MILLISECONDS);
    if (page === null) window.location.assign(address);
    else page.location.replace(address);
  } catch {
    page?.close();
  }
}
