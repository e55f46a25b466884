import { useEffect, useEffectEvent, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

import { checkByContract, type SchemaName, useCheckedForm } from '@/api/contract-form';
import { type Fields, isFields, withValueAt } from '@/api/rules';

import type { RequestFormProps } from '../request-form';

/** What every line asks; the line's record stands beside it under its own name. */
export interface RequestValues extends FieldValues {
  callbackNumber: string;
}

export interface RequestFormState<V extends RequestValues> {
  readonly form: UseFormReturn<V>;
  /** Says as what the submission that follows is meant; every later check asks for no more than it did. */
  readonly submitsAs: (kind: 'request' | 'emergency') => void;
}

/** The one answer that an emergency cannot do without. */
const CALLBACK = 'callbackNumber';

/** The form of a line's request, filled with what was typed before, and kept from then on. */
export function useRequestForm<V extends RequestValues>(
  { contract, draft, onDraft }: RequestFormProps,
  empty: V & DefaultValues<V>,
): RequestFormState<V> {
  // It outlives the submission: after a refused emergency a change is still checked as one.
  const kind = useRef<'request' | 'emergency'>('request');
  const form = useCheckedForm<V>(
    (values) => checkRequest(contract.requestSchema, { ...values, isEmergency: kind.current === 'emergency' }),
    draft !== null && isDraftOf(draft, empty) ? draft : empty,
  );
  const { subscribe } = form;
  const keep = useEffectEvent(onDraft);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name !== undefined) keep(values);
        },
      }),
    [subscribe],
  );
  const submitsAs = (next: 'request' | 'emergency') => {
    kind.current = next;
  };
  return { form, submitsAs };
}

/** An emergency is held up by nothing but a missing phone number: other answers that are not right yet are left out. */
async function checkRequest(schema: SchemaName, values: Fields) {
  const { data, errors } = await checkByContract(schema, values);
  if (values.isEmergency !== true) return { data, errors };
  const wrong = [...errors.keys()].filter((field) => field !== CALLBACK);
  return {
    data: wrong.reduce<Fields>((rest, field) => withValueAt(rest, field, undefined), data),
    errors: new Map([...errors].filter(([field]) => field === CALLBACK)),
  };
}

/** True for what this version of the form wrote; anything else is left behind. */
function isDraftOf<V extends Fields>(draft: Fields, empty: V): draft is V & DefaultValues<V> {
  return Object.entries(empty).every(([key, value]) => {
    const found = draft[key];
    return isFields(value) ? isFields(found) && sameKeys(found, value) : typeof found === typeof value;
  });
}

function sameKeys(draft: Fields, empty: Fields): boolean {
  return [...Object.keys(empty), ...Object.keys(draft)].every((key) => key in draft && key in empty);
}
