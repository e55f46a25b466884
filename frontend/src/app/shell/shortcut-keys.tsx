import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { useStore } from 'zustand';

import {
  restoreShortcuts,
  type Shortcut,
  shortcutGroups,
  shortcutSheet,
  shortcutsEnabled,
} from '@/shared/lib/shortcuts';
import { isCovered } from '@/shared/lib/when-uncovered';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const sheet = lazyComponent(async () => (await import('./shortcut-sheet')).ShortcutSheet);

const close = () => shortcutSheet.setState(false, true);

/** Handles the shortcuts of the current page, and `?`, which lists them. */
export function ShortcutKeys({ userId }: { userId: number }) {
  const groups = useStore(shortcutGroups);
  const opened = useStore(shortcutSheet);
  useEffect(() => {
    restoreShortcuts(userId);
    return close;
  }, [userId]);
  const shortcuts = groups.flatMap((group) => group.shortcuts);
  const isConditional = ({ when }: Shortcut) => when !== undefined;
  useHotkeys([
    // The first one that applies has the key, so what depends on the focus goes first, in whatever order the groups appeared.
    ...shortcuts.filter(isConditional).flatMap(hotkeysFor),
    ...shortcuts.filter((shortcut) => !isConditional(shortcut)).flatMap(hotkeysFor),
    ...hotkeysFor({ key: '?', run: () => shortcutSheet.setState(true, true) }),
  ]);
  if (!opened) return null;
  return (
    <Lazy component={sheet} onFailure={close}>
      {(ShortcutSheet) => <ShortcutSheet userId={userId} onClose={close} />}
    </Lazy>
  );
}

const IS_SYMBOL = /^[^\p{L}\p{N}]$/u;

/** A symbol with and without Shift, because that depends on the keyboard layout; a letter only without. */
function hotkeysFor(shortcut: Omit<Shortcut, 'label'>): HotkeyItem[] {
  const { key } = shortcut;
  const combinations = IS_SYMBOL.test(key) ? [key, `shift+${key}`] : [key];
  return combinations.map((keys) => hotkey(keys, shortcut));
}

/** Keys typed in a field or a menu are not shortcuts, nor do shortcuts reach what a dialog or a call covers. */
function hotkey(keys: string, { run, when = () => true }: Omit<Shortcut, 'label'>): HotkeyItem {
  const handle = (event: KeyboardEvent) => {
    const inMenu = event.target instanceof Element && event.target.closest('[role="menu"],[role="dialog"]') !== null;
    const covered = isCovered() || document.querySelector('main')?.inert === true;
    if (!shortcutsEnabled.getState() || event.defaultPrevented || event.repeat || inMenu || covered || !when()) return;
    event.preventDefault();
    run();
  };
  return [keys, handle, { preventDefault: false }];
}
