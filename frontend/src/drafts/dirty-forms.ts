import { createStore } from 'zustand/vanilla';

/** The values of a form's fields, under a key that identifies the form again after the next sign-in. */
export interface FormDraft {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A form with input that is not saved. */
export interface DirtyForm {
  /** Paths that the user may go to without a prompt, because the input is still there when they come back. */
  readonly mayLeaveTo?: (pathname: string) => boolean;
  /** Called when the user chooses to leave and lose the input, before the page changes. */
  readonly onDiscard?: () => void;
  /** What to save for the user across a sign-out; nothing is saved by default. */
  readonly drafts?: () => readonly FormDraft[];
}

const dirtyForms = createStore<ReadonlySet<DirtyForm>>(() => new Set());

/** True while a draft of every dirty form is saved, so that leaving for the sign-in page loses nothing. */
let draftsSaved = false;

/** Registers a form with unsaved input; the returned function removes it. */
export function registerDirtyForm(form: DirtyForm = {}): () => void {
  const entry = { ...form };
  dirtyForms.setState(new Set(dirtyForms.getState()).add(entry), true);
  return () => {
    const others = new Set(dirtyForms.getState());
    others.delete(entry);
    dirtyForms.setState(others, true);
  };
}

export function hasDirtyForms(): boolean {
  return dirtyForms.getState().size > 0;
}

/** Removes every dirty form after the user agreed to lose the input. */
export function clearDirtyForms() {
  dirtyForms.setState(new Set(), true);
}

export function wouldLoseInput(nextPathname: string): boolean {
  return formsLostOn(nextPathname).length > 0;
}

/** Discards what would be lost on the way to this path after the user agreed to lose it. */
export function discardOnLeave(nextPathname: string) {
  for (const { onDiscard } of formsLostOn(nextPathname)) onDiscard?.();
}

function formsLostOn(pathname: string): readonly DirtyForm[] {
  return [...dirtyForms.getState()].filter(({ mayLeaveTo }) => mayLeaveTo?.(pathname) !== true);
}

/** True when closing or leaving the window would lose something. */
export function wouldLoseInputOnUnload(): boolean {
  return hasDirtyForms() && !draftsSaved;
}

/** Records whether drafts of all dirty forms are saved at the moment. */
export function markDraftsSaved(saved: boolean) {
  draftsSaved = saved;
}

/** Whether some dirty forms have drafts that can be saved across a sign-out, and whether some have none. */
export function draftCoverage(): { readonly some: boolean; readonly missing: boolean } {
  const forms = [...dirtyForms.getState()];
  return {
    some: forms.some(({ drafts }) => drafts !== undefined),
    missing: forms.some(({ drafts }) => drafts === undefined),
  };
}

/** The drafts of all dirty forms. */
export function currentDrafts(): readonly FormDraft[] {
  return [...dirtyForms.getState()].flatMap(({ drafts }) => drafts?.() ?? []);
}

/** Calls back once, as soon as no form is dirty. */
export function whenClean(callback: () => void) {
  if (!hasDirtyForms()) {
    callback();
    return;
  }
  const unsubscribe = dirtyForms.subscribe(() => {
    if (hasDirtyForms()) return;
    unsubscribe();
    callback();
  });
}
