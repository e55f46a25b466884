import { toastInfo } from '@/shared/ui/toasts';

let hide: (() => void) | null = null;

/** Says after a sign-in that the input from before it was saved; once, although a fresh sign-in may restore it twice. */
export function showRestoredNotice() {
  hide?.();
  hide = toastInfo('What you typed was saved. Pick up where you left off.');
}

/** Hides that message, because some of the input could not be restored to its form. */
export function hideRestoredNotice() {
  hide?.();
  hide = null;
}
