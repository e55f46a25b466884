import { useState } from 'react';

import { useMe } from '@/session/me';
import { useStore } from '@/shared/hooks/use-store';
import { ExternalStore } from '@/shared/lib/external-store';

import { changeFilter, defaultFilter, type WorklistFilter } from './filter';

interface Applied {
  readonly userId: number;
  readonly filter: WorklistFilter;
}

/** Kept in memory only: what is searched for is a patient's name. */
const applied = new ExternalStore<Applied | null>(null);

/** The applied filter of the signed-in user; it outlives the panel, which a phone shows only between consults. */
export function useWorklistFilter(): readonly [WorklistFilter, (change: Partial<WorklistFilter>) => void] {
  const me = useMe();
  const [initial] = useState(() => defaultFilter(me));
  const kept = useStore(applied);
  const filter = kept?.userId === me.id ? kept.filter : initial;
  return [filter, (change) => applied.set({ userId: me.id, filter: changeFilter(filter, change, me) })];
}

/** Answers a function that goes back to the filter as it is at first. */
export function useResetFilter(): () => void {
  const me = useMe();
  return () => applied.set({ userId: me.id, filter: defaultFilter(me) });
}
