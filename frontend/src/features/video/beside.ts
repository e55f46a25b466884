import { createStore } from 'zustand/vanilla';

export type Beside = 'note' | 'consult';

/** What is beside the call while a note is open: the note, or the page of its consult. Null while no note is open. */
export const beside = createStore<Beside | null>(() => null);
