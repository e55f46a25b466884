import { createStore } from 'zustand/vanilla';

export interface Shortcut {
  /** The key as `KeyboardEvent.key` names it, in lower case; no modifiers. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /** Whether the key means this now, before any shortcut that always applies; otherwise it is left to another one. */
  readonly when?: () => boolean;
}

/** Active shortcuts, with their heading in the list of shortcuts. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Every group on the current page. */
export const shortcutGroups = createStore<readonly ShortcutGroup[]>(() => []);

/** Whether the list of shortcuts is open. */
export const shortcutSheet = createStore(() => false);

/** Single keys can be switched off, for users whose voice control or switch device types letters. */
export const shortcutsEnabled = createStore(() => true);

const keyOf = (userId: number) => `wardline.shortcuts.${userId}`;

/** Restores the user's choice on this computer. */
export function restoreShortcuts(userId: number) {
  shortcutsEnabled.setState(localStorage.getItem(keyOf(userId)) !== 'off', true);
}

export function enableShortcuts(userId: number, enabled: boolean) {
  localStorage.setItem(keyOf(userId), enabled ? 'on' : 'off');
  shortcutsEnabled.setState(enabled, true);
}
