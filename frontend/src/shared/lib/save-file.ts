/** Long enough for any browser to start the download. */
const URL_LIFETIME_MS = 60_000;

/** Lets the browser download a file that has been fetched. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}
