import { ExternalStore } from './external-store';

/** Consults whose note could not be saved or signed when it was tried last, until the page is loaded anew. */
export const failedNotes = new ExternalStore<ReadonlySet<string>>(new Set());

export function markNote(consultId: string, failed: boolean) {
  const marked = new Set(failedNotes.get());
  if (marked.has(consultId) === failed) return;
  if (failed) marked.add(consultId);
  else marked.delete(consultId);
  failedNotes.set(marked);
}
