import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { type DirtyForm, type FormDraft, registerDirtyForm } from './dirty-forms';
import { removeSavedDraft, savedDraft } from './saved-drafts';

/** Keeps the leave guard armed while `dirty`. Several forms may do so at the same time; the user is warned once. */
export function useDirtyForm(dirty: boolean, { mayLeaveTo, onDiscard, drafts }: DirtyForm = {}) {
  const isExempt = useEffectEvent((pathname: string) => mayLeaveTo?.(pathname) ?? false);
  const readDrafts = useEffectEvent(() => drafts?.() ?? []);
  const discard = useEffectEvent(() => onDiscard?.());
  const hasDrafts = drafts !== undefined;
  useEffect(() => {
    if (!dirty) return undefined;
    return registerDirtyForm({
      mayLeaveTo: (path) => isExempt(path),
      onDiscard: () => discard(),
      ...(hasDrafts && { drafts: () => readDrafts() }),
    });
  }, [dirty, hasDrafts]);
}

/**
 * Guards what was typed into closed dialogs of a page, as long as it can still be sent. `opened` names the open dialog, which guards its own
 * draft: it removes the saved copy when it mounts, because until its code has loaded, nothing else holds the draft.
 */
export function useClosedDrafts(closed: readonly FormDraft[], opened: string | null, onDiscard: () => void) {
  useDirtyForm(closed.length > 0, { onDiscard, drafts: () => closed });
  const settle = useEffectEvent(() => {
    for (const { key } of closed) removeSavedDraft(key);
  });
  useEffect(() => settle(), [opened]);
}

interface DraftOptions extends Pick<DirtyForm, 'mayLeaveTo' | 'onDiscard'> {
  /** Whether there is anything to lose; by default, whether the form's values differ from its defaults. */
  readonly dirty?: boolean;
}

/**
 * For every form outside the wizard: guards its input, saves it as a draft across a sign-out, and restores it. `key` identifies the
 * form, with the id of the consult if there is one; null for a form that saves its own draft, or none.
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string | null,
  { dirty = form.formState.isDirty, ...options }: DraftOptions = {},
) {
  useDirtyForm(dirty && key !== null, {
    onDiscard: () => form.reset(),
    ...options,
    drafts: () => (key === null ? [] : [{ key, values: form.getValues() }]),
  });
  const restore = useEffectEvent(() => {
    const saved = key === null ? null : savedDraft(key);
    if (key === null || saved === null) return;
    const values = form.getValues();
    // Another version of the form may have saved it.
    const matching = Object.fromEntries(Object.entries(saved).filter(([name]) => name in values));
    form.reset({ ...values, ...matching }, { keepDefaultValues: true });
    removeSavedDraft(key);
  });
  useEffect(() => restore(), []);
}

/** For a form that restores its draft in its own way: the draft as it was when the form mounted. It is then removed. */
export function useSavedDraft<T>(key: string, restore: (saved: FormDraft['values'] | null) => T): T {
  const [restored] = useState(() => restore(savedDraft(key)));
  useEffect(() => removeSavedDraft(key), [key]);
  return restored;
}
