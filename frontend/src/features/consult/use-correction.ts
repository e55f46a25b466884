import { useEffect, useEffectEvent, useRef } from 'react';

import { type Check, useCheckedForm } from '@/api/contract-form';
import type { DialogValues } from '@/service-lines/define';
import { useDirtyForm, useSavedDraft } from '@/drafts/use-draft';

import {
  asSent,
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
  /** What the dialog left behind when it was closed. */
  draft: DialogValues | null;
  draftKey: string;
}

/**
 * The form of a correction. Corrections by other users appear in the fields that this user has not touched. A touched field remembers
 * the value that it replaced, which the server gets as the value its author saw. A restored draft is shown beside the patient's
 * current data, which then count as what its author saw.
 */
export function useCorrection({ check, current, draft, draftKey }: CorrectionOptions) {
  const returned = useSavedDraft(draftKey, (saved) => bringBack(saved ?? draft, current));
  const form = useCheckedForm<PatientValues>(check, current, returned.values && { ...returned.values });
  /** What untouched fields show. */
  const shown = useRef(current);
  /** The values that touched fields replaced, if these have changed since. */
  const older = useRef<PatientTexts>({});

  const touched = () => fieldsOf(differences(form.getValues(), shown.current));
  const seen = () => withTexts(shown.current, pick(older.current, touched()));
  const follow = useEffectEvent(() => {
    older.current = textsAt(seen(), touched());
    shown.current = current;
    form.reset(current, { keepDirtyValues: true });
  });
  const version = JSON.stringify(current);
  const followed = useRef(version);
  useEffect(() => {
    if (followed.current === version) return;
    followed.current = version;
    follow();
  }, [version]);

  const leaveBehind = () => ({ typed: textsAt(form.getValues(), touched()), against: textsAt(seen(), touched()) });
  useDirtyForm(form.formState.isDirty, {
    onDiscard: () => form.reset(current),
    drafts: () => [{ key: draftKey, values: leaveBehind() }],
  });

  return {
    form,
    returned,
    leaveBehind,
    /** What the author of the values saw of the patient, as the wire has it. */
    before: () => asSent(seen()),
  };
}

/** What was left behind, on top of what the patient's data say now. */
function bringBack(left: DialogValues | null, current: PatientValues) {
  const typed = readTexts(left?.typed);
  const values = withTexts(current, typed);
  const changed = fieldsOf(differences(values, current));
  const against = pick(readTexts(left?.against), changed);
  const meanwhile = fieldsOf(differences(current, withTexts(current, against)));
  return {
    values: changed.length > 0 ? values : null,
    /** What another user saved in the meantime for fields that this user has edited. */
    meanwhile: textsAt(current, meanwhile),
  };
}

function pick(texts: PatientTexts, wanted: ReturnType<typeof fieldsOf>): PatientTexts {
  return Object.fromEntries(wanted.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])));
}
