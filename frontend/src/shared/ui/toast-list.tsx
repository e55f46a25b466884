import { Notifications, notifications } from '@mantine/notifications';

import type { Toast } from './toast';

export function ToastList() {
  return <Notifications position="bottom-left" limit={4} zIndex={400} />;
}

const looks = {
  success: { color: 'green', role: 'status' },
  info: { color: 'teal', role: 'status' },
  danger: { color: 'red', role: 'alert' },
} as const;

export function showToast({ kind, ...content }: Toast) {
  notifications.show({ ...looks[kind], ...content, closeButtonProps: { 'aria-label': 'Close' } });
}

export function hideAllToasts() {
  notifications.clean();
}

export function hideToast(id: string) {
  notifications.hide(id);
}
