import { choices } from '@/api/contract/choices/consults.gen';
import { choices as transferChoices } from '@/api/contract/choices/transfers.gen';
import type { ConsultSort, StateFilter } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { pendingFor } from './filter';
import type { WorklistMode } from './mode';

export interface Option<T> {
  readonly value: T;
  readonly label: string;
}

export const sortOptions: readonly Option<ConsultSort>[] = choices.ConsultSort;

export function stateOptions(me: Me, mode: WorklistMode): readonly Option<StateFilter>[] {
  if (mode === 'transfer') return transferChoices.TransferStateFilter;
  const pending = pendingFor(me);
  const states = choices.StateFilter.filter(
    ({ value }) => value === pending || (value !== 'pending' && value !== 'new'),
  );
  if (me.isVirtual) return states;
  // Without the cancelled state, the option is labeled "all" instead of "all statuses".
  return states
    .filter(({ value }) => value !== 'cancelled')
    .map((option) => (option.value === 'all' ? { ...option, label: 'All' } : option));
}

/** Every line whose consults the user may see, by name. */
export function lineOptions(me: Me): readonly Option<number>[] {
  const lines = [...me.serviceLines, ...me.activeServiceLines, ...me.requestableServiceLines];
  const names = new Map(lines.map(({ id, name }) => [id, name]));
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
