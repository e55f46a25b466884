import { useSyncExternalStore } from 'react';

import { useCan, useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { PersonalStore } from '@/shared/lib/personal-store';

/** Whether the panel is narrowed to its rail; true for as long as the session lasts. */
export const collapse = new PersonalStore<boolean>({
  key: 'worklist-collapsed',
  version: 1,
  initial: false,
  parse: (found) => (typeof found === 'boolean' ? found : null),
});

export interface Collapse {
  readonly collapsed: boolean;
  /** Null where the panel is always whole: on a phone, and for users whose role says so. */
  readonly toggle: (() => void) | null;
}

export function useCollapse(): Collapse {
  const { id } = useMe();
  const mobile = useIsMobile();
  const disabled = useCan('DisableExpandablePanel', 'CheckIn');
  const kept = useSyncExternalStore(collapse.subscribe, () => collapse.read(id));
  if (mobile || disabled) return { collapsed: false, toggle: null };
  return { collapsed: kept, toggle: () => collapse.write(id, !kept) };
}
