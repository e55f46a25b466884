import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { mayHaveSucceeded } from '@/api/errors';
import type { FindingsRead } from '@/api/generated/types.gen';

export interface Checked {
  /** What was checked, as JSON; the same content is saved the next time. */
  readonly content: string;
  /** Null if it could not be checked. */
  readonly findings: FindingsRead | null;
}

export interface CheckOptions<V, B> {
  bodyOf: (values: V) => B;
  /** Asks the server what is left open by what would be saved. */
  ask: (body: B) => Promise<FindingsRead>;
}

/** What saving would leave open, until it is forgotten or the form is changed. `check` resolves to whether to save now. */
export function useCheckBeforeSave<V extends FieldValues, B>(
  form: UseFormReturn<V>,
  { bodyOf, ask }: CheckOptions<V, B>,
) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const forgetChecked = useEffectEvent(() => setChecked(null));
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined) forgetChecked();
        },
      }),
    [subscribe],
  );
  const check = async (values: V): Promise<boolean> => {
    const body = bodyOf(values);
    const content = JSON.stringify(body);
    if (checked?.content === content) return true;
    try {
      const findings = await ask(body);
      if (isClean(findings)) return true;
      setChecked({ content, findings });
    } catch (failure) {
      if (!mayHaveSucceeded(failure)) throw failure;
      setChecked({ content, findings: null });
    }
    return false;
  };
  return { checked, check, forget: () => setChecked(null) };
}

function isClean({ gapTotal, doubleTotal, conflicts }: FindingsRead): boolean {
  return gapTotal + doubleTotal + conflicts.length === 0;
}
