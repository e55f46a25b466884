import { useEffect, useEffectEvent, useState } from 'react';
import type { DefaultValues, UseFormReturn } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { useDraft } from '@/drafts/use-draft';
import { toastSuccess } from '@/shared/ui/toasts';

import { isChangedMeanwhile } from './queries';
import { useConflict } from './use-conflict';
import type { Versioned, VersionedValues } from './versioned';

export interface VersionedFormOptions<O, V extends VersionedValues, F extends keyof V & string> {
  object: O;
  kind: Versioned<O, V, F>;
  /** Names the form's draft across a sign-out: `person/7`. */
  draftKey: string;
  /** Fetches the object as it is now. */
  read: () => Promise<O>;
  /** What else the page shows of the object is no longer as it was fetched, such as its history. */
  onOutdated: () => void;
  /** Saves what was typed about `values.version`; null if the administrator was asked and decided not to. */
  save: (values: V) => Promise<O | null>;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** The state of a form that changes an object. What someone else changed in the meantime is decided field by field. */
export function useVersionedForm<O, V extends VersionedValues, F extends keyof V & string>(
  options: VersionedFormOptions<O, V, F>,
) {
  const { object, kind, draftKey, read, onOutdated, save, onDirty } = options;
  const [base, setBase] = useState(() => kind.valuesOf(object));
  const form: UseFormReturn<V> = useCheckedForm<V>(kind.check, defaultsOf(kind.valuesOf(object)));
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const settle = (saved: O) => {
    const values = kind.valuesOf(saved);
    setBase(values);
    form.reset(values);
  };
  const adopt = (current: O) => {
    setBase(kind.valuesOf(current));
    onOutdated();
  };
  const conflict = useConflict(form, { kind, base, read, onRead: adopt });
  useDraft(form, draftKey);
  const { isDirty } = form.formState;
  const current = kind.valuesOf(object).version;
  useFollow({ current, shown: base.version, isDirty, onDirty, onChanged: () => settle(object) });

  const submit = async (values: V) => {
    setFailed(null);
    if (conflict.isUndecided()) return;
    try {
      const saved = await save(values);
      if (saved === null) return;
      conflict.end();
      settle(saved);
      toastSuccess(savedInWords(kind.nameOf(saved), values));
    } catch (failure) {
      if (isChangedMeanwhile(failure) && (await conflict.begin(failure))) return;
      if (!showServerErrors(form, failure, kind.placeOf)) setFailed({ failure });
    }
  };
  const discard = () => {
    conflict.end();
    setFailed(null);
    settle(object);
  };
  return { form, base, conflict, failed, submit, discard };
}

/** A draft changes nothing yet. */
function savedInWords(name: string, { how }: VersionedValues): string {
  if (how !== 'draft') return `Changes to ${name} saved.`;
  return `The draft of ${name} is saved. Publish or schedule it at the top of the page.`;
}

function defaultsOf<V>(values: V): DefaultValues<V> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- all values are a case of some values
  return values as DefaultValues<V>;
}

interface FollowOptions {
  /** The version that was fetched last. */
  current: string;
  /** The version that the form shows. */
  shown: string;
  isDirty: boolean;
  onDirty: (dirty: boolean) => void;
  onChanged: () => void;
}

/** While nothing is typed, the form shows the object as it is, also after it was changed elsewhere on the page. */
function useFollow({ current, shown, isDirty, onDirty, onChanged }: FollowOptions) {
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(isDirty), [isDirty]);
  const follow = useEffectEvent(() => {
    if (!isDirty && current !== shown) onChanged();
  });
  useEffect(() => follow(), [current]);
}
