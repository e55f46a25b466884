import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { createUserStore } from '@/drafts/user-store';
import { useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';

/** Whether the list has compact rows on a wide screen: ten consults at a height of 900 px. */
export const compactRows = createUserStore({ key: 'worklist-compact', version: 1, initial: true, schema: z.boolean() });

export interface Density {
  readonly compact: boolean;
  /** Null on a phone, where rows are large enough for a thumb. */
  readonly toggle: (() => void) | null;
}

export function useDensity(): Density {
  const { id } = useMe();
  const mobile = useIsMobile();
  const compact = useSyncExternalStore(compactRows.subscribe, () => compactRows.read(id));
  if (mobile) return { compact: false, toggle: null };
  return { compact, toggle: () => compactRows.write(id, !compact) };
}
