import { useEffect, useEffectEvent } from 'react';

import { type Shortcut, type ShortcutGroup, shortcutGroups } from '@/shared/lib/shortcuts';

/** Single-key shortcuts that work while the component is on the page. The shell listens for the keys and lists them behind `?`. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]) {
  const latest = useEffectEvent((pressed: string) => shortcuts.find(({ key }) => key === pressed));
  const listed = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n');
  const conditional = shortcuts.map(({ key, when: condition }) => (condition === undefined ? '' : key)).join('');
  useEffect(() => {
    if (listed === '') return undefined;
    const group: ShortcutGroup = {
      title,
      shortcuts: listed.split('\n').map((line) => {
        const key = line.slice(0, line.indexOf(' '));
        const label = line.slice(key.length + 1);
        const when = () => latest(key)?.when?.() ?? true;
        return { key, label, run: () => latest(key)?.run(), ...(conditional.includes(key) && { when }) };
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
