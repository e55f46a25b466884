import { useState } from 'react';
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import type { ApiError } from '@/api/errors';
import { isSame } from '@/shared/lib/same';

import type { Versioned, VersionedValues } from './versioned';

/** Which of two answers counts. */
export type Choice = 'theirs' | 'mine';

type Chosen<F extends string> = Readonly<Partial<Record<F, Choice>>>;

/** Someone else changed the object: their answers beside those that were typed, and which counts in each field that differs. */
export interface Conflict<V extends VersionedValues, F extends keyof V & string> {
  readonly by: { readonly id: number; readonly firstName: string; readonly lastName: string } | null;
  /** What they have changed; what only the administrator has changed stays as typed. */
  readonly fields: readonly F[];
  /** Both sets of answers are the same. */
  readonly isSame: boolean;
  readonly theirs: V;
  readonly mine: V;
  /** Decided from the start where only they have changed the field. */
  readonly chosen: Chosen<F>;
}

interface ConflictOptions<O, V extends VersionedValues, F extends keyof V & string> {
  kind: Pick<Versioned<O, V, F>, 'valuesOf' | 'differing'>;
  /** What was saved when typing began. */
  base: V;
  /** Fetches the object as it is now. */
  read: () => Promise<O>;
  /** Called with the object as it is now. */
  onRead: (object: O) => void;
}

const refusal = z.object({
  changedBy: z.nullable(z.object({ id: z.int(), firstName: z.string(), lastName: z.string() })),
});

/** Lets the administrator decide field by field after a refusal; saving again then changes the newer version. */
export function useConflict<O, V extends VersionedValues, F extends keyof V & string>(
  form: UseFormReturn<V>,
  { kind: { valuesOf, differing }, base, read, onRead }: ConflictOptions<O, V, F>,
) {
  const [state, setState] = useState<Conflict<V, F> | null>(null);
  const [isAsked, setAsked] = useState(false);

  /** False if the object cannot be read now. */
  const begin = async (failure: ApiError): Promise<boolean> => {
    const current = await read().catch(() => null);
    if (current === null) return false;
    const [theirs, mine] = [valuesOf(current), form.getValues()];
    const all = differing(mine, theirs);
    const isOfBase = mine.version === base.version;
    const chosen = decided(isOfBase ? all : [], { base, theirs, mine });
    form.reset(theirs);
    for (const field of all) if (chosen[field] !== 'theirs') setAnswer(form, field, mine[field]);
    setAnswer(form, 'reason', mine.reason);
    setState({
      by: refusal.safeParse(failure.details).data?.changedBy ?? null,
      fields: all.filter((field) => chosen[field] !== 'mine'),
      isSame: all.length === 0,
      theirs,
      mine,
      chosen,
    });
    setAsked(false);
    onRead(current);
    return true;
  };
  const choose = (field: F, choice: Choice) => {
    if (state === null) return;
    setAnswer(form, field, state[choice][field]);
    setState({ ...state, chosen: { ...state.chosen, [field]: choice } });
  };
  /** Whether something is still to be decided; the administrator is then asked to. */
  const isUndecided = () => {
    const isOpen = state?.fields.some((field) => state.chosen[field] === undefined) ?? false;
    setAsked(isOpen);
    return isOpen;
  };
  const end = () => {
    setState(null);
    setAsked(false);
  };
  return { state, isAsked, begin, choose, isUndecided, end };
}

function setAnswer<V extends VersionedValues>(form: UseFormReturn<V>, field: keyof V & string, answer: unknown) {
  // oxlint-disable typescript/consistent-type-assertions -- react-hook-form's types do not know the fields of a type that is not known yet
  form.setValue(field as FieldPath<V>, answer as FieldPathValue<V, FieldPath<V>>, { shouldDirty: true });
  // oxlint-enable typescript/consistent-type-assertions
}

interface Versions<V> {
  readonly base: V;
  readonly theirs: V;
  readonly mine: V;
}

function decided<V, F extends keyof V & string>(fields: readonly F[], { base, theirs, mine }: Versions<V>): Chosen<F> {
  const chosen: Partial<Record<F, Choice>> = {};
  for (const field of fields) {
    if (isSame(theirs[field], base[field])) chosen[field] = 'mine';
    else if (isSame(mine[field], base[field])) chosen[field] = 'theirs';
  }
  return chosen;
}
