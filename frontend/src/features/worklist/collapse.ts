import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { useCan, useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { createUserStore } from '@/drafts/user-store';

/** Whether the panel is collapsed to its rail; remembered for the session. */
export const collapse = createUserStore({
  key: 'worklist-collapsed',
  version: 1,
  initial: false,
  schema: z.boolean(),
});

export interface Collapse {
  readonly collapsed: boolean;
  /** Null if the panel is always expanded: on a phone, and for users whose role disables collapsing. */
  readonly toggle: (() => void) | null;
}

/** Where there is little room, it starts collapsed, and what the user chooses there is not remembered. */
export function useCollapse(hasLittleRoom: boolean): Collapse {
  const { id } = useMe();
  const mobile = useIsMobile();
  const disabled = useCan('DisableExpandablePanel', 'CheckIn');
  const collapsed = useSyncExternalStore(collapse.subscribe, () => collapse.read(id));
  const [isWanted, setIsWanted] = useState(false);
  if (mobile || disabled) return { collapsed: false, toggle: null };
  if (hasLittleRoom) return { collapsed: !isWanted, toggle: () => setIsWanted(!isWanted) };
  return { collapsed, toggle: () => collapse.write(id, !collapsed) };
}
