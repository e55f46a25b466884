import { useEffect, useEffectEvent, useRef } from 'react';

import { type Check, useCheckedForm } from '@/api/contract-form';
import type { DialogValues } from '@/service-lines/define';
import { useDirtyForm, useSavedDraft } from '@/drafts/use-draft';

import {
  toApiPatient,
  differences,
  fieldsOf,
  type PatientTexts,
  type PatientValues,
  readTexts,
  textsAt,
  withTexts,
} from './correction';

interface CorrectionOptions {
  check: Check<PatientValues>;
  /** The patient as last fetched from the server. */
  current: PatientValues;
  /** What the dialog returned when it was last closed. */
  draft: DialogValues | null;
  draftKey: string;
}

/**
 * The form of a correction. Other users' corrections appear in the fields that this user has not touched. A touched field remembers
 * the value that it replaced, which is sent to the server as the value that this user saw. A restored draft is shown with the patient's
 * current data, which then count as what this user saw.
 */
export function useCorrection({ check, current, draft, draftKey }: CorrectionOptions) {
  const restored = useSavedDraft(draftKey, (saved) => restoreDraft(saved ?? draft, current));
  const form = useCheckedForm<PatientValues>(check, current, restored.values && { ...restored.values });
  /** The values that untouched fields show. */
  const shown = useRef(current);
  /** The values that touched fields replaced, if the patient has changed since. */
  const replaced = useRef<PatientTexts>({});

  const touched = () => fieldsOf(differences(form.getValues(), shown.current));
  const seen = () => withTexts(shown.current, pick(replaced.current, touched()));
  const sync = useEffectEvent(() => {
    replaced.current = textsAt(seen(), touched());
    shown.current = current;
    form.reset(current, { keepDirtyValues: true });
  });
  const version = JSON.stringify(current);
  const synced = useRef(version);
  useEffect(() => {
    if (synced.current === version) return;
    synced.current = version;
    sync();
  }, [version]);

  const currentDraft = () => ({ typed: textsAt(form.getValues(), touched()), against: textsAt(seen(), touched()) });
  useDirtyForm(form.formState.isDirty, {
    onDiscard: () => form.reset(current),
    drafts: () => [{ key: draftKey, values: currentDraft() }],
  });

  return {
    form,
    restored,
    currentDraft,
    /** The patient as this user saw them, in the API's format. */
    before: () => toApiPatient(seen()),
  };
}

/** Applies a draft to the patient's current data. */
function restoreDraft(draft: DialogValues | null, current: PatientValues) {
  const typed = readTexts(draft?.typed);
  const values = withTexts(current, typed);
  const changed = fieldsOf(differences(values, current));
  const against = pick(readTexts(draft?.against), changed);
  const changedByOthers = fieldsOf(differences(current, withTexts(current, against)));
  return {
    values: changed.length > 0 ? values : null,
    /** What another user has saved in fields that this user has edited. */
    changedByOthers: textsAt(current, changedByOthers),
  };
}

function pick(texts: PatientTexts, wanted: ReturnType<typeof fieldsOf>): PatientTexts {
  return Object.fromEntries(wanted.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])));
}
