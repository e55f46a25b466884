import { choices } from '@/api/contract/choices/consults.gen';
import type { ConsultState } from '@/api/generated/types.gen';

interface StateOfConsult {
  readonly state: ConsultState;
  readonly completeType: string | null;
}

/** The groups of the state filter; the same as the `bucket` column in `backend/wardline/consults/models.py`. */
export function bucketOf({ state, completeType }: StateOfConsult): 'pending' | 'completed' | 'cancelled' {
  if (state === 'cancelled' || (state === 'completed' && completeType === 'cancelled')) return 'cancelled';
  return state === 'completed' || state === 'discharged' ? 'completed' : 'pending';
}

/** A canceled consult is stored as a completion of the type `cancelled`, and is shown as canceled everywhere. */
export function isCancelled(consult: StateOfConsult): boolean {
  return bucketOf(consult) === 'cancelled';
}

/** Completed or canceled: the consult can no longer be changed. */
export function isClosed({ state }: Pick<StateOfConsult, 'state'>): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** Pending, Completed, Cancelled or Discharged. */
export function stateLabel(consult: StateOfConsult): string {
  const state = isCancelled(consult) ? 'cancelled' : consult.state;
  return choices.ConsultState.find(({ value }) => value === state)?.label ?? state;
}
