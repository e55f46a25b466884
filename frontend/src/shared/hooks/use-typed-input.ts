import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { keptInput, settleKeptInput } from '@/shared/lib/kept-input';
import type { UnsavedInput } from '@/shared/lib/unsaved-input';

import { useUnsavedInput } from './use-unsaved-input';

interface TypedInputOptions extends Pick<UnsavedInput, 'mayLeaveTo' | 'onDrop'> {
  /** Whether there is anything to lose; a form whose values differ from their defaults when left out. */
  readonly dirty?: boolean;
}

/**
 * For every form outside the wizard: guards what is typed into it, has it kept for its author over a sign-out, and brings it back.
 * `key` names the place, with the id of the consult where there is one.
 */
export function useTypedInput<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string,
  { dirty = form.formState.isDirty, ...options }: TypedInputOptions = {},
) {
  useUnsavedInput(dirty, { onDrop: () => form.reset(), ...options, typed: () => [{ key, values: form.getValues() }] });
  const bringBack = useEffectEvent(() => {
    const kept = keptInput(key);
    if (kept === null) return;
    const values = form.getValues();
    // Another version of the form may have written it.
    const known = Object.fromEntries(Object.entries(kept).filter(([name]) => name in values));
    form.reset({ ...values, ...known }, { keepDefaultValues: true });
    settleKeptInput(key);
  });
  useEffect(() => bringBack(), []);
}
