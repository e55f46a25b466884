import { useEffect, useEffectEvent, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { checkByContract, useCheckedForm } from '@/api/contract-form';
import { asRules, type Checked } from '@/api/form-contract';
import { type Fields, isFields, valueAt, withValueAt } from '@/api/rules';

import { useIsCheckedIn } from '@/session/me';

import type { RequestFormProps } from '../request-form';

/** What every line asks; the line's own record is beside it under its own name. */
export interface RequestValues extends FieldValues {
  callbackNumber: string;
}

export interface RequestFormState<V extends RequestValues> {
  readonly form: UseFormReturn<V>;
  /** Says as what the submission that follows is meant; every later check asks for no more than it did. */
  readonly submitsAs: (kind: 'request' | 'emergency') => void;
}

/** Milliseconds. */
const TIME_TO_READ = 1_000;

/** The one answer that an emergency cannot do without. */
const CALLBACK = 'callbackNumber';

/** The form of a line's request, filled from its draft, which it then keeps up to date. */
export function useRequestForm<V extends RequestValues>(
  { contract, draft, onDraft }: RequestFormProps,
  empty: V & DefaultValues<V>,
): RequestFormState<V> {
  const isCheckedIn = useIsCheckedIn();
  const check = async (values: Fields): Promise<CheckedData> => {
    // Who asks is known to the server; here only the rules have to see it.
    const rules = asRules(contract.requesterRules);
    const { data, errors } = await checkByContract(
      contract.requestSchema,
      { ...values, requester: { isCheckedIn } },
      { rules },
    );
    return { data: withValueAt(data, 'requester', undefined), errors };
  };
  // It outlives the submission: after a refused emergency a change is still checked as one.
  const kind = useRef<'request' | 'emergency'>('request');
  const wrong = useRef(nothingWrong);
  const leftOut = useRef(nothingWrong);
  const form = useCheckedForm<V>(
    async (values) => {
      if (kind.current === 'request') return check({ ...values, isEmergency: false });
      const checked = await check({ ...values, isEmergency: true });
      wrong.current = wrongAnswers(checked, wrong.current);
      return without(checked, wrong.current, leftOut.current);
    },
    begunFrom<V>(draft, empty),
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
    leftOut.current = next === 'emergency' ? readByNow(wrong.current) : nothingWrong;
  };
  return { form, submitsAs };
}

type CheckedData = Pick<Checked, 'data' | 'errors'>;

/** An answer that cannot be sent as it is. */
interface WrongAnswer {
  readonly text: string;
  /** When the form first said so (milliseconds, `performance.now`). */
  readonly since: number;
}

/** By the paths of their fields. */
type WrongAnswers = ReadonlyMap<string, WrongAnswer>;

const nothingWrong: WrongAnswers = new Map();

function wrongAnswers({ data, errors }: CheckedData, before: WrongAnswers): WrongAnswers {
  const fields = [...errors.keys()].filter((field) => field !== CALLBACK);
  return new Map(
    fields.map((field) => {
      const text = JSON.stringify([valueAt(data, field)]);
      const known = before.get(field);
      return [field, known?.text === text ? known : { text, since: performance.now() }];
    }),
  );
}

/** Those that somebody who presses now has had the time to see; the second press of a double one is none. */
function readByNow(wrong: WrongAnswers): WrongAnswers {
  return new Map([...wrong].filter(([, { since }]) => performance.now() - since >= TIME_TO_READ));
}

/**
 * An emergency needs nothing but the phone number, and yet an answer that was given must not become Unknown unseen: the first press says
 * what is wrong with it, and the next one leaves it out.
 */
function without({ data, errors }: CheckedData, wrong: WrongAnswers, leftOut: WrongAnswers): CheckedData {
  const givenUp = [...wrong]
    .filter(([field, answer]) => leftOut.get(field)?.text === answer.text)
    .map(([field]) => field);
  const said = [...errors].filter(([field]) => !givenUp.includes(field));
  return {
    data: givenUp.reduce<Fields>((rest, field) => withValueAt(rest, field, undefined), data),
    errors: new Map(
      said.map(([field, message]) => [
        field,
        wrong.has(field) ? `${asSentence(message)} ${messages.SEND_WITHOUT}` : message,
      ]),
    ),
  };
}

function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** What was typed before; what is not part of that is as in a new form. */
function begunFrom<V extends Fields>(draft: Fields | null, empty: V & DefaultValues<V>): V & DefaultValues<V> {
  const begun: Fields = Object.assign({}, empty, draft);
  return isDraftOf<V>(begun, empty) ? begun : empty;
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
