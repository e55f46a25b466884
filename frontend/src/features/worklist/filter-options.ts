import { choices } from '@/api/contract/choices.gen';
import type { ConsultSort, StateFilter } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { pendingFor } from './filter';

export interface Option<T> {
  readonly value: T;
  readonly label: string;
}

export const sortOptions: readonly Option<ConsultSort>[] = choices.ConsultSort;

export function stateOptions(me: Me): readonly Option<StateFilter>[] {
  const pending = { value: pendingFor(me), label: 'Pending' } as const;
  const completed = { value: 'completed', label: 'Completed' } as const;
  if (!me.isVirtual) return [pending, completed, { value: 'all', label: 'All' }];
  return [pending, completed, { value: 'cancelled', label: 'Cancelled' }, { value: 'all', label: 'All Statuses' }];
}

/** Every line whose consults the user may see, by name. */
export function lineOptions(me: Me): readonly Option<number>[] {
  const lines = [...me.serviceLines, ...me.activeServiceLines, ...me.requestableServiceLines];
  const names = new Map(lines.map(({ id, name }) => [id, name]));
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
