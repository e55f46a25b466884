const KEY = 'wardline.call-checked';
/** About a shift. */
const VALID_MS = 12 * 60 * 60 * 1_000;

/** Whether devices and network have not been tried in this browser for a shift, by a check or by a call. */
export function needsCheck(): boolean {
  const at = Number(localStorage.getItem(KEY));
  return !(at <= Date.now() && at > Date.now() - VALID_MS);
}

export function markChecked() {
  localStorage.setItem(KEY, String(Date.now()));
}
