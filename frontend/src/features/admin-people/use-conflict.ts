import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import type { ApiError } from '@/api/errors';
import type { PersonRead } from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';

import { differing, type FieldName, type PersonValues, valuesOf } from './person-values';
import { personQuery } from './queries';

/** Which of two answers counts. */
export type Choice = 'theirs' | 'mine';

/** Someone else changed the person: their answers beside those that were typed, and which counts in each field that differs. */
export interface Conflict {
  readonly by: { readonly id: number; readonly firstName: string; readonly lastName: string } | null;
  readonly fields: readonly FieldName[];
  readonly theirs: PersonValues;
  readonly mine: PersonValues;
  /** Decided from the start where only one of both has changed the field. */
  readonly chosen: Readonly<Partial<Record<FieldName, Choice>>>;
}

interface ConflictOptions {
  id: number;
  /** What was saved when typing began. */
  base: PersonValues;
  /** Called with the person as they are now. */
  onRead: (person: PersonRead) => void;
}

const refusal = z.object({
  changedBy: z.nullable(z.object({ id: z.int(), firstName: z.string(), lastName: z.string() })),
});

/** Lets the administrator decide field by field after a refusal; saving again then changes the newer version. */
export function useConflict(form: UseFormReturn<PersonValues>, { id, base, onRead }: ConflictOptions) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<Conflict | null>(null);
  const [isAsked, setAsked] = useState(false);

  /** False if the person cannot be read now. */
  const begin = async (failure: ApiError): Promise<boolean> => {
    const current = await queryClient.query(personQuery(id)).catch(() => null);
    if (current === null) return false;
    const [theirs, mine] = [valuesOf(current), form.getValues()];
    const fields = differing(mine, theirs);
    const chosen = mine.version === base.version ? decided(fields, { base, theirs, mine }) : {};
    form.reset(theirs);
    for (const field of fields) if (chosen[field] !== 'theirs') form.setValue(field, mine[field], DIRTY);
    form.setValue('reason', mine.reason, DIRTY);
    setState({ by: refusal.safeParse(failure.details).data?.changedBy ?? null, fields, theirs, mine, chosen });
    setAsked(false);
    onRead(current);
    return true;
  };
  const choose = (field: FieldName, choice: Choice) => {
    if (state === null) return;
    form.setValue(field, state[choice][field], DIRTY);
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

const DIRTY = { shouldDirty: true } as const;

interface Versions {
  readonly base: PersonValues;
  readonly theirs: PersonValues;
  readonly mine: PersonValues;
}

function decided(fields: readonly FieldName[], { base, theirs, mine }: Versions): Partial<Record<FieldName, Choice>> {
  const chosen: Partial<Record<FieldName, Choice>> = {};
  for (const field of fields) {
    if (isSame(theirs[field], base[field])) chosen[field] = 'mine';
    else if (isSame(mine[field], base[field])) chosen[field] = 'theirs';
  }
  return chosen;
}
