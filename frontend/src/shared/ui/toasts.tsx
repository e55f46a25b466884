import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

import { constants } from '@/api/contract/constants.gen';

import { throttle } from './toast-throttle';
import classes from './toasts.module.css';

/** How each looks, is announced, and after how many milliseconds it goes by itself. */
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

/** Says that something worked. Always shown. */
export function toastSuccess(message: ReactNode) {
  show('success', message);
}

/** Says something good to know. */
export function toastInfo(message: ReactNode) {
  show('info', message);
}

/** Asks for a decision and stays until there is one; answers a function that takes it away. */
export function toastQuestion(message: ReactNode): () => void {
  const id = show('question', message);
  return () => notifications.hide(id);
}

/** The error toast that was shown last; it may be gone. */
let lastDanger = '';

/** Says that something failed, and above it why where that is known. One error toast in six seconds; what comes sooner is dropped. */
export const toastDanger = throttle((message: ReactNode, title?: ReactNode) => {
  lastDanger = show('danger', message, title);
}, constants.TOAST_THROTTLE_MS);

/**
 * Says why something was refused to whoever just asked for it. That is never dropped: it takes the place of the error toast that
 * stands, with all the time of a new one, so that there is still only one in six seconds.
 */
export function toastRefusal(message: ReactNode, why: ReactNode) {
  notifications.hide(lastDanger);
  toastDanger.reset();
  toastDanger(message, why);
}

/** Takes every toast away and forgets when the last one failed; for tests and for the next person at this computer. */
export function clearToasts() {
  toastDanger.reset();
  notifications.clean();
}

/** Where toasts appear; the application renders it once. Its code comes with the first page: a toast often tells of a lost network. */
export function ToastHost() {
  return <Notifications position="bottom-right" limit={4} zIndex={400} classNames={{ root: classes.host ?? '' }} />;
}
