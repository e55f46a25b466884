import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

import { constants } from '@/api/contract/constants.gen';

import { throttle } from './toast-throttle';

interface ToastContent {
  title?: ReactNode;
  message: ReactNode;
  /** Milliseconds until it goes by itself; false keeps it until it is closed. */
  autoClose?: number | false;
}

/** Says that something worked. Always shown. */
export function toastSuccess(message: ReactNode) {
  notifications.show({ message, color: 'green', role: 'status' });
}

/** Says something that one may want to act on; answers a function that takes it away. */
export function toastInfo({ title, message, autoClose = false }: ToastContent): () => void {
  const id = notifications.show({ title, message, autoClose, role: 'status' });
  return () => notifications.hide(id);
}

/** Says that something failed. One error toast in six seconds; what comes sooner is dropped. */
export const toastDanger = throttle((message: ReactNode) => {
  notifications.show({ message, color: 'red', role: 'alert', autoClose: 8_000 });
}, constants.TOAST_THROTTLE_MS);

export function ToastHost() {
  return <Notifications position="bottom-left" limit={4} zIndex={400} />;
}
