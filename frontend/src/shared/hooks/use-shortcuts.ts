import { useEffect, useEffectEvent } from 'react';

import { type Shortcut, type ShortcutGroup, shortcutGroups } from '@/shared/lib/shortcuts';

/** Single-key shortcuts that work while the component is on the page. The shell listens for the keys and lists them behind `?`. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]) {
  const run = useEffectEvent((pressed: string) => shortcuts.find(({ key }) => key === pressed)?.run());
  const when = useEffectEvent((pressed: string) => shortcuts.find(({ key }) => key === pressed)?.when?.() ?? true);
  const listed = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n');
  const conditional = shortcuts.map(({ key, when: condition }) => (condition === undefined ? '' : key)).join('');
  useEffect(() => {
    if (listed === '') return undefined;
    const group: ShortcutGroup = {
      title,
      shortcuts: listed.split('\n').map((line) => {
        const key = line.slice(0, line.indexOf(' '));
        const label = line.slice(key.length + 1);
        return { key, label, run: () => run(key), ...(conditional.includes(key) && { when: () => when(key) }) };
      }),
    };
    shortcutGroups.setState([...shortcutGroups.getState(), group], true);
    return () =>
      shortcutGroups.setState(
        shortcutGroups.getState().filter((other) => other !== group),
        true,
      );
  }, [title, listed, conditional]);
}
