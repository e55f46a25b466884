import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

import { constants } from '@/api/contract/constants.gen';

import type { Toast } from './toast';
import { throttle } from './toast-throttle';

const AUTO_CLOSE_MILLISECONDS = 6_000;

const looks = {
  success: { color: 'green', role: 'status' },
  info: { color: 'teal', role: 'status' },
  danger: { color: 'red', role: 'alert' },
} as const;

let count = 0;

function show({ kind, ...content }: Omit<Toast, 'id'>): string {
  count += 1;
  const id = `toast-${count}`;
  notifications.show({ ...looks[kind], ...content, id, closeButtonProps: { 'aria-label': 'Close' } });
  return id;
}

/** Says that something worked. Always shown. */
export function toastSuccess(message: ReactNode) {
  show({ kind: 'success', message, autoClose: AUTO_CLOSE_MILLISECONDS });
}

/** Says something that one may want to act on; answers a function that takes it away. */
export function toastInfo({
  autoClose = false,
  ...content
}: Pick<Toast, 'title' | 'message'> & Partial<Toast>): () => void {
  const id = show({ ...content, kind: 'info', autoClose });
  return () => notifications.hide(id);
}

/** Says that something failed, and above it why where that is known. One error toast in six seconds; what comes sooner is dropped. */
export const toastDanger = throttle((message: ReactNode, title?: ReactNode) => {
  show({ kind: 'danger', message, title, autoClose: AUTO_CLOSE_MILLISECONDS });
}, constants.TOAST_THROTTLE_MS);

/** Takes every toast away and forgets when the last one failed; for tests and for the next person at this computer. */
export function clearToasts() {
  toastDanger.reset();
  notifications.clean();
}

/** Where toasts appear; the application renders it once. Its code comes with the first page: a toast often tells of a lost network. */
export function ToastHost() {
  return <Notifications position="bottom-left" limit={4} zIndex={400} />;
}
