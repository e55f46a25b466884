import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

import { constants } from '@/api/contract/constants.gen';

import { throttle } from './toast-throttle';
import classes from './toasts.module.css';

/** The color and role of each kind, and after how many milliseconds it closes automatically. */
const kinds = {
  success: { color: 'green', role: 'status', autoClose: 6_000 },
  info: { color: 'teal', role: 'status', autoClose: 10_000 },
  question: { color: 'teal', role: 'status', autoClose: false },
  danger: { color: 'red', role: 'alert', autoClose: 6_000 },
} as const;

let count = 0;

function show(kind: keyof typeof kinds, message: ReactNode, title?: ReactNode): string {
  count += 1;
  const id = `toast-${count}`;
  const { autoClose } = kinds[kind];
  notifications.show({
    ...kinds[kind],
    id,
    title,
    message,
    closeButtonProps: { 'aria-label': 'Close' },
    // A toast stays while it has keyboard focus, as it does under the pointer.
    onFocus: () => void notifications.update({ id, message, autoClose: false }),
    onBlur: () => void notifications.update({ id, message, autoClose }),
  });
  return id;
}

/** Reports a success. Always shown. */
export function toastSuccess(message: ReactNode) {
  show('success', message);
}

/** Shows information; returns a function that hides it. */
export function toastInfo(message: ReactNode): () => void {
  const id = show('info', message);
  return () => notifications.hide(id);
}

/** Asks for a decision and stays until there is one; returns a function that hides it. */
export function toastQuestion(message: ReactNode): () => void {
  const id = show('question', message);
  return () => notifications.hide(id);
}

/** The error toast that was shown last; it may be closed by now. */
let lastDanger = '';

/** Reports a failure, with the reason above it if known. One error toast in six seconds; others are dropped. */
export const toastDanger = throttle((message: ReactNode, title?: ReactNode) => {
  lastDanger = show('danger', message, title);
}, constants.TOAST_THROTTLE_MS);

/**
 * Explains a rejection to the user who caused it. It is never dropped: it replaces the current error toast and is shown for its full
 * time, so that there is still only one in six seconds.
 */
export function toastRefusal(message: ReactNode, why: ReactNode) {
  notifications.hide(lastDanger);
  toastDanger.reset();
  toastDanger(message, why);
}

/** Removes all toasts and resets the throttling of errors; for tests and for the next user of this computer. */
export function clearToasts() {
  toastDanger.reset();
  notifications.clean();
}

/** Renders the toasts; the application includes it once. Its code is part of the first page, because a toast often reports a lost network. */
export function ToastHost() {
  return <Notifications position="bottom-right" limit={4} zIndex={400} classNames={{ root: classes.host ?? '' }} />;
}
