import { useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useStore } from 'zustand';

import { Lazy, lazyComponent } from './lazy';

export const toastList = lazyComponent(async () => (await import('./toast-list')).ToastList);

/** Renders the toasts; the application includes it once. The first toast waits for the list if the browser has not been idle before. */
export function ToastHost() {
  const loaded = useStore(toastList.loaded) !== null;
  const hasToasts = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (hasToasts) toastList.preload();
  }, [hasToasts]);
  return loaded && <Lazy component={toastList}>{(ToastList) => <ToastList />}</Lazy>;
}
