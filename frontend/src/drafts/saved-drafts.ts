import type { FormDraft } from './dirty-forms';

export interface SavedDraft extends FormDraft {
  /** Milliseconds since 1970 after which the draft has expired. */
  readonly until: number;
  /** Called once the draft is restored to its form. */
  readonly onRestored: () => void;
}

const drafts = new Map<string, SavedDraft>();

/** Offers a draft from before a sign-out to its form; the later of two drafts of one form wins. */
export function offerDraft(draft: SavedDraft) {
  const existing = drafts.get(draft.key);
  if (existing !== undefined && existing.until > draft.until) {
    draft.onRestored();
    return;
  }
  existing?.onRestored();
  drafts.set(draft.key, draft);
}

/** The values saved for this form; null when there are none. */
export function savedDraft(key: string): FormDraft['values'] | null {
  const draft = drafts.get(key);
  return draft !== undefined && draft.until > Date.now() ? draft.values : null;
}

/** Removes a draft that was restored to its form, which is responsible for it from then on. */
export function removeSavedDraft(key: string) {
  drafts.get(key)?.onRestored();
  drafts.delete(key);
}

/** Removes the drafts that were not restored from memory; their stored copies stay. */
export function clearOfferedDrafts() {
  drafts.clear();
}
