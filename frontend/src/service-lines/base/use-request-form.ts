import { useEffect, useEffectEvent, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { checkByContract, useCheckedForm } from '@/api/contract-form';
import { asRules, type Checked } from '@/api/form-contract';
import { type Fields, isFields, valueAt, withValueAt } from '@/api/rules';

import { useIsCheckedIn } from '@/session/me';

import type { RequestFormProps } from '../request-form';

/** The values of every line's form; the line adds its own record under its own name. */
export interface RequestValues extends FieldValues {
  callbackNumber: string;
}

export interface RequestFormState<V extends RequestValues> {
  readonly form: UseFormReturn<V>;
  /** Says whether the next submission is an ordinary request or an emergency; the form is validated accordingly from then on. */
  readonly submitAs: (kind: 'request' | 'emergency') => void;
}

/** How long an error must have been visible before pressing Emergency again omits the answer (milliseconds). */
const READING_TIME_MS = 1_000;

/** The only field that an emergency requires. */
const CALLBACK = 'callbackNumber';

/** A line's request form: restores the draft, and then reports every change. */
export function useRequestForm<V extends RequestValues>(
  { contract, draft, onDraft }: RequestFormProps,
  empty: V & DefaultValues<V>,
): RequestFormState<V> {
  const isCheckedIn = useIsCheckedIn();
  const check = async (values: Fields): Promise<CheckedData> => {
    // Only for the rules; the server already knows who the requester is.
    const rules = asRules(contract.requesterRules);
    const { data, errors } = await checkByContract(
      contract.requestSchema,
      { ...values, requester: { isCheckedIn } },
      { rules },
    );
    return { data: withValueAt(data, 'requester', undefined), errors };
  };
  // Outlives the submission: after a refused emergency, changes are still validated as an emergency.
  const kind = useRef<'request' | 'emergency'>('request');
  const invalid = useRef(noInvalidAnswers);
  const omitted = useRef(noInvalidAnswers);
  const form = useCheckedForm<V>(
    async (values) => {
      if (kind.current === 'request') return check({ ...values, isEmergency: false });
      const checked = await check({ ...values, isEmergency: true });
      invalid.current = findInvalidAnswers(checked, invalid.current);
      return omitAnswers(checked, invalid.current, omitted.current);
    },
    restoreDraft<V>(draft, empty),
  );
  const { subscribe } = form;
  const reportDraft = useEffectEvent(onDraft);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name !== undefined) reportDraft(values);
        },
      }),
    [subscribe],
  );
  const submitAs = (next: 'request' | 'emergency') => {
    kind.current = next;
    omitted.current = next === 'emergency' ? withSeenErrors(invalid.current) : noInvalidAnswers;
  };
  return { form, submitAs };
}

type CheckedData = Pick<Checked, 'data' | 'errors'>;

/** An answer that the form does not accept. */
interface InvalidAnswer {
  /** The answer as text, to notice when it changes. */
  readonly text: string;
  /** When the form first showed the error (milliseconds, `performance.now`). */
  readonly since: number;
}

/** By field path. */
type InvalidAnswers = ReadonlyMap<string, InvalidAnswer>;

const noInvalidAnswers: InvalidAnswers = new Map();

function findInvalidAnswers({ data, errors }: CheckedData, before: InvalidAnswers): InvalidAnswers {
  const fields = [...errors.keys()].filter((field) => field !== CALLBACK);
  return new Map(
    fields.map((field) => {
      const text = JSON.stringify([valueAt(data, field)]);
      const known = before.get(field);
      return [field, known?.text === text ? known : { text, since: performance.now() }];
    }),
  );
}

/** The answers whose errors have been visible long enough to read, so that a double click does not count. */
function withSeenErrors(invalid: InvalidAnswers): InvalidAnswers {
  return new Map([...invalid].filter(([, { since }]) => performance.now() - since >= READING_TIME_MS));
}

/**
 * An emergency requires only the phone number, but an answer must not silently become Unknown: the first press shows
 * the error, and the next press sends the request without that answer.
 */
function omitAnswers({ data, errors }: CheckedData, invalid: InvalidAnswers, omitted: InvalidAnswers): CheckedData {
  const skipped = [...invalid]
    .filter(([field, answer]) => omitted.get(field)?.text === answer.text)
    .map(([field]) => field);
  const reported = [...errors].filter(([field]) => !skipped.includes(field));
  return {
    data: skipped.reduce<Fields>((rest, field) => withValueAt(rest, field, undefined), data),
    errors: new Map(
      reported.map(([field, message]) => [
        field,
        invalid.has(field) ? `${asSentence(message)} ${messages.SEND_WITHOUT}` : message,
      ]),
    ),
  };
}

function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** The draft's values; fields that it does not have are empty. */
function restoreDraft<V extends Fields>(draft: Fields | null, empty: V & DefaultValues<V>): V & DefaultValues<V> {
  const restored: Fields = Object.assign({}, empty, draft);
  return isCompatible<V>(restored, empty) ? restored : empty;
}

/** True if this version of the form wrote the draft; any other draft is ignored. */
function isCompatible<V extends Fields>(draft: Fields, empty: V): draft is V & DefaultValues<V> {
  return Object.entries(empty).every(([key, value]) => {
    const found = draft[key];
    return isFields(value) ? isFields(found) && sameKeys(found, value) : typeof found === typeof value;
  });
}

function sameKeys(draft: Fields, empty: Fields): boolean {
  return [...Object.keys(empty), ...Object.keys(draft)].every((key) => key in draft && key in empty);
}
