import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const dialog = lazyComponent(async () => (await import('./screen-and-contacts')).ScreenAndContacts);

/** Whether the paging settings are open; several parts of the shell open them. */
const opened = createStore(() => false);

export function openPagingSettings() {
  opened.setState(true, true);
}

function close() {
  opened.setState(false, true);
}

/** The paging settings, if they are open. */
export function PagingSettings() {
  const isOpen = useStore(opened);
  // The next user of this page starts without them.
  useEffect(() => close, []);
  if (!isOpen) return null;
  return (
    <Lazy component={dialog} onFailure={close}>
      {(ScreenAndContacts) => <ScreenAndContacts onClose={close} />}
    </Lazy>
  );
}
