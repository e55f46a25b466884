import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { useStore } from 'zustand';

import { restoreShortcuts, shortcutGroups, shortcutSheet, shortcutsEnabled } from '@/shared/lib/shortcuts';
import { isCovered } from '@/shared/lib/when-uncovered';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const sheet = lazyComponent(async () => (await import('./shortcut-sheet')).ShortcutSheet);

const close = () => shortcutSheet.setState(false, true);

/** Listens for the shortcuts of whatever is on the page, and for `?`, which lists them. */
export function ShortcutKeys({ userId }: { userId: number }) {
  const groups = useStore(shortcutGroups);
  const opened = useStore(shortcutSheet);
  useEffect(() => {
    restoreShortcuts(userId);
    return close;
  }, [userId]);
  useHotkeys([
    ...groups.flatMap(({ shortcuts }) => shortcuts.map(({ key, run }) => hotkey(key, run))),
    // With and without Shift, as keyboard layouts differ.
    ...['?', 'shift+?'].map((keys) => hotkey(keys, () => shortcutSheet.setState(true, true))),
  ]);
  if (!opened) return null;
  return (
    <Lazy component={sheet} onFailure={close}>
      {(ShortcutSheet) => <ShortcutSheet userId={userId} onClose={close} />}
    </Lazy>
  );
}

/** A key pressed in a field or a menu belongs to it; what a dialog or a call covers cannot be used. */
function hotkey(keys: string, run: () => void): HotkeyItem {
  const handle = (event: KeyboardEvent) => {
    const inMenu = event.target instanceof Element && event.target.closest('[role="menu"]') !== null;
    const covered = isCovered() || document.querySelector('main')?.inert === true;
    if (!shortcutsEnabled.getState() || event.defaultPrevented || event.repeat || inMenu || covered) return;
    event.preventDefault();
    run();
  };
  return [keys, handle, { preventDefault: false }];
}
