import { createStore } from 'zustand/vanilla';

/** Consults whose note could not be saved or signed on the last try, until the page is reloaded. */
export const failedNotes = createStore<ReadonlySet<string>>(() => new Set());

export function markNote(consultId: string, failed: boolean) {
  const marked = new Set(failedNotes.getState());
  if (marked.has(consultId) === failed) return;
  if (failed) marked.add(consultId);
  else marked.delete(consultId);
  failedNotes.setState(marked, true);
}
