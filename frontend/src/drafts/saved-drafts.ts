import type { FormDraft } from './dirty-forms';

export interface SavedDraft extends FormDraft {
  /** Milliseconds since 1970 after which the draft has expired. */
  readonly until: number;
  /** Called once the draft is back in its form. */
  readonly onRestored: () => void;
}

const drafts = new Map<string, SavedDraft>();

/** Offers a draft from before a sign-out to its form; of two for one form the later one wins. */
export function offerDraft(draft: SavedDraft) {
  const known = drafts.get(draft.key);
  if (known !== undefined && known.until > draft.until) {
    draft.onRestored();
    return;
  }
  known?.onRestored();
  drafts.set(draft.key, draft);
}

/** The values saved for this form; null when there are none. */
export function savedDraft(key: string): FormDraft['values'] | null {
  const found = drafts.get(key);
  return found !== undefined && found.until > Date.now() ? found.values : null;
}

/** Removes a draft that is back in its form, which from then on is responsible for it. */
export function removeSavedDraft(key: string) {
  drafts.get(key)?.onRestored();
  drafts.delete(key);
}

/** Forgets the drafts that were not restored; what is stored of them stays. */
export function forgetSavedDrafts() {
  drafts.clear();
}
