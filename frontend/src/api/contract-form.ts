import { useEffect, useEffectEvent } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';

import { LazyModule, ModuleLoadError } from '@/shared/lib/lazy-module';
import { toastDanger } from '@/shared/ui/toasts';

import { messages } from './contract/messages.gen';
import type * as schemas from './generated/zod.gen';
import { type Checked, checkForm, type FormContract, type Messages } from './form-contract';
import type { Fields, Rule } from './rules';

/** A schema of the contract by its name there, for example `TelePsychRequest`. */
export type SchemaName = keyof typeof schemas extends infer Key ? (Key extends `z${infer Name}` ? Name : never) : never;

export interface ContractOptions {
  /** Rules that the server gives at run time: a location's `patientRules`. */
  readonly rules?: readonly Rule[];
}

/** The schemas, and zod with them: no form is on the first page. */
const contract = new LazyModule(async () => {
  const [loaded, { forms }] = await Promise.all([import('./generated/zod.gen'), import('./contract/forms.gen')]);
  const contracts: Readonly<Record<string, FormContract>> = forms;
  return { loaded, contracts };
});

/** Checks values by the contract; rejects where its code cannot be loaded. */
export async function checkByContract(
  name: SchemaName,
  values: Fields,
  options: ContractOptions = {},
): Promise<Checked> {
  const { loaded, contracts } = await contract.load();
  const own = contracts[name] ?? { rules: [], messages: {} };
  return checkForm(values, loaded[`z${name}`], { ...own, rules: [...own.rules, ...(options.rules ?? [])] });
}

/** Fetches in the background what everything is checked by, for where something will be checked. */
export function useCheckAhead() {
  useEffect(() => contract.preload(), []);
}

/** What a form is checked by; the data is the body that the values make. */
export type Check<V> = (values: V) => Promise<Pick<Checked, 'data' | 'errors'>>;

function resolverOf<V extends FieldValues>(check: Check<V>): Resolver<V> {
  return async (values) => {
    const { data, errors } = await check(values).catch(unchecked);
    if (errors.size > 0) return { values: {}, errors: toFieldErrors<V>(errors) };
    // What schema and rules let pass is of the same type as the form's values: a form speaks the words of the wire.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- data that was checked at run time
    return { values: data as V, errors: {} };
  };
}

/** Nothing is wrong with the form: an error without words holds it back as it is. */
function unchecked(reason: unknown): Pick<Checked, 'data' | 'errors'> {
  reportCheckFailure(reason);
  return { data: {}, errors: new Map([['contract', '']]) };
}

/** Says that what checks an answer could not be loaded, and throws what is something else. Of an outdated page the user knows already. */
export function reportCheckFailure(reason: unknown): void {
  if (!(reason instanceof ModuleLoadError)) throw reason;
  if (!reason.outdated) toastDanger(messages.HELP_DESK);
}

/** Errors in react-hook-form's shape: a parent before its parts, which would otherwise be overwritten. */
export function toFieldErrors<V extends FieldValues>(errors: Messages): FieldErrors<V> {
  const depth = ([field]: readonly [string, string]) => field.split('.').length;
  const nested: FieldErrors<V> = {};
  for (const [field, message] of [...errors].sort((one, other) => depth(one) - depth(other))) {
    set(nested, field, { type: 'contract', message });
  }
  return nested;
}

export interface ContractFormOptions<V extends FieldValues> extends ContractOptions {
  readonly defaultValues: DefaultValues<V>;
  /** What was typed before the form was closed: it is there again, and counts as typed. */
  readonly draft?: Fields | null;
}

/** A form that is checked by one schema of the contract; the submit handler receives the body that the values make. */
export function useContractForm<V extends FieldValues>(
  name: SchemaName,
  { defaultValues, draft = null, ...options }: ContractFormOptions<V>,
): UseFormReturn<V> {
  return useCheckedForm<V>((values) => checkByContract(name, values, options), defaultValues, draft);
}

/**
 * A form with a check of its own, which a submission asks for, and with what was typed before it was closed. While errors of one stand,
 * every change checks all of it, because rules join fields; once they are mended the next submission is the next to be told.
 */
export function useCheckedForm<V extends FieldValues>(
  check: Check<V>,
  defaultValues: DefaultValues<V>,
  draft: Fields | null = null,
): UseFormReturn<V> {
  const form = useForm<V>({
    defaultValues,
    resolver: resolverOf<V>(check),
    // The whole form is checked below; a check of the changed field alone could come later and undo it.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  useCheckAhead();
  const bringBack = useEffectEvent(() => {
    if (draft !== null) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  });
  useEffect(() => bringBack(), []);
  const { subscribe, trigger } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, errors }) => {
          const standing = Object.keys(errors ?? {}).length > 0;
          // What has not come yet is asked for again by the next submission, not by every key.
          if (name !== undefined && standing && contract.loaded.getState() !== null) void trigger();
        },
      }),
    [subscribe, trigger],
  );
  return form;
}
