import { lazy, type ReactNode, Suspense } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { useStore } from '@/shared/hooks/use-store';
import { ExternalStore } from '@/shared/lib/external-store';

import type { Toast } from './toast';
import { throttle } from './toast-throttle';

const AUTO_CLOSE_MILLISECONDS = 6_000;

/** The list and its library come with the first toast. */
const loadList = () => import('./toast-list');
const ToastList = lazy(async () => ({ default: (await loadList()).ToastList }));
const needed = new ExternalStore(false);

let count = 0;

function show(toast: Omit<Toast, 'id'>): string {
  count += 1;
  const id = `toast-${count}`;
  needed.set(true);
  void loadList().then(({ showToast }) => showToast({ ...toast, id }));
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
  return () => void loadList().then(({ hideToast }) => hideToast(id));
}

/** Says that something failed. One error toast in six seconds; what comes sooner is dropped. */
export const toastDanger = throttle((message: ReactNode) => {
  show({ kind: 'danger', message, autoClose: AUTO_CLOSE_MILLISECONDS });
}, constants.TOAST_THROTTLE_MS);

/** Takes every toast away and forgets when the last one failed; for tests and for the next person at this computer. */
export async function clearToasts(): Promise<void> {
  toastDanger.reset();
  if (needed.get()) (await loadList()).hideAllToasts();
}

/** Where toasts appear; the application renders it once. */
export function ToastHost() {
  return <Suspense>{useStore(needed) && <ToastList />}</Suspense>;
}
