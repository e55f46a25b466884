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
  const offered: readonly StateFilter[] = [
    pendingFor(me),
    'completed',
    ...(me.isVirtual ? (['cancelled'] as const) : []),
    'all',
  ];
  const options = choices.StateFilter.filter(({ value }) => offered.includes(value));
  // Bedside users are not offered every status.
  return me.isVirtual
    ? options
    : options.map((option) => (option.value === 'all' ? { ...option, label: 'All' } : option));
}

/** Every line whose consults the user may see, by name. */
export function lineOptions(me: Me): readonly Option<number>[] {
  const lines = [...me.serviceLines, ...me.activeServiceLines, ...me.requestableServiceLines];
  const names = new Map(lines.map(({ id, name }) => [id, name]));
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
