import { createStore } from 'zustand/vanilla';

import { expanded } from './expanded';

export type Beside = 'note' | 'consult';

/** What is beside the call while a note is open: the note, or the page of its consult. Null while no note is open. */
export const beside = createStore<Beside | null>(() => null);

/** Shows the page to a user who wants to see something there: neither the call nor a note beside it stays in front. */
export function showPage() {
  expanded.setState(false, true);
  if (beside.getState() !== null) beside.setState('consult', true);
}
