import { choices } from './contract/choices.gen';
import type { ConsultState } from './generated/types.gen';

interface Standing {
  readonly state: ConsultState;
  readonly completeType: string | null;
}

/** What the state filter tells apart: the same as the column `bucket` in `backend/wardline/consults/models.py`. */
export function bucketOf({ state, completeType }: Standing): 'pending' | 'completed' | 'cancelled' {
  if (state === 'cancelled' || (state === 'completed' && completeType === 'cancelled')) return 'cancelled';
  return state === 'completed' || state === 'discharged' ? 'completed' : 'pending';
}

/** Cancelled is stored as a completion of the type cancelled, and is shown as cancelled everywhere. */
export function isCancelled(consult: Standing): boolean {
  return bucketOf(consult) === 'cancelled';
}

/** Pending, Completed, Cancelled or Discharged. */
export function stateLabel(consult: Standing): string {
  const state = isCancelled(consult) ? 'cancelled' : consult.state;
  return choices.ConsultState.find(({ value }) => value === state)?.label ?? state;
}
