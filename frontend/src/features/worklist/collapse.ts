import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { useCan, useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { createUserStore } from '@/drafts/user-store';

/** Whether the panel is narrowed to its rail; true for as long as the session lasts. */
export const collapse = createUserStore({
  key: 'worklist-collapsed',
  version: 1,
  initial: false,
  schema: z.boolean(),
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
