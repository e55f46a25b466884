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

/** The name of a schema in the contract, for example `TelePsychRequest`. */
export type SchemaName = keyof typeof schemas extends infer Key ? (Key extends `z${infer Name}` ? Name : never) : never;

export interface ContractOptions {
  /** Rules that the server sends at run time: a location's `patientRules`. */
  readonly rules?: readonly Rule[];
}

/** The schemas and zod, loaded lazily because the first page has no form. */
const contract = new LazyModule(async () => {
  const [loaded, { forms }] = await Promise.all([import('./generated/zod.gen'), import('./contract/forms.gen')]);
  const contracts: Readonly<Record<string, FormContract>> = forms;
  return { loaded, contracts };
});

/** Validates values against the contract; rejects if its code cannot be loaded. */
export async function checkByContract(
  name: SchemaName,
  values: Fields,
  options: ContractOptions = {},
): Promise<Checked> {
  const { loaded, contracts } = await contract.load();
  const own = contracts[name] ?? { rules: [], messages: {} };
  return checkForm(values, loaded[`z${name}`], { ...own, rules: [...own.rules, ...(options.rules ?? [])] });
}

/** Preloads the validation module in the background, for pages with forms. */
export function usePreloadedValidation() {
  useEffect(() => contract.preload(), []);
}

/** Validates a form's values; the data is the request body. */
export type Check<V> = (values: V) => Promise<Pick<Checked, 'data' | 'errors'>>;

function resolverOf<V extends FieldValues>(check: Check<V>): Resolver<V> {
  return async (values) => {
    const { data, errors } = await check(values).catch(unchecked);
    if (errors.size > 0) return { values: {}, errors: toFieldErrors<V>(errors) };
    // Data that passes the schema and rules has the type of the form's values, because forms use the wire format.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- data that was validated at run time
    return { values: data as V, errors: {} };
  };
}

/** The form itself may be valid: an error without a message keeps it from being submitted. */
function unchecked(reason: unknown): Pick<Checked, 'data' | 'errors'> {
  reportCheckFailure(reason);
  return { data: {}, errors: new Map([['contract', '']]) };
}

/** Reports that the validation module could not be loaded; rethrows other errors. For an outdated page, the update banner is shown already. */
export function reportCheckFailure(reason: unknown): void {
  if (!(reason instanceof ModuleLoadError)) throw reason;
  if (!reason.outdated) toastDanger(messages.HELP_DESK);
}

/** Errors in react-hook-form's format; parents come before their children, which they would otherwise overwrite. */
export function toFieldErrors<V extends FieldValues>(errors: Messages): FieldErrors<V> {
  const depth = ([field]: readonly [string, string]) => field.split('.').length;
  const nested: FieldErrors<V> = {};
  for (const [field, message] of [...errors].sort((a, b) => depth(a) - depth(b))) {
    set(nested, field, { type: 'contract', message });
  }
  return nested;
}

export interface ContractFormOptions<V extends FieldValues> extends ContractOptions {
  readonly defaultValues: DefaultValues<V>;
  /** Input from before the form was closed; it is restored and makes the form dirty. */
  readonly draft?: Fields | null;
}

/** A form that is validated by one schema of the contract; the submit handler receives the request body. */
export function useContractForm<V extends FieldValues>(
  name: SchemaName,
  { defaultValues, draft = null, ...options }: ContractFormOptions<V>,
): UseFormReturn<V> {
  return useCheckedForm<V>((values) => checkByContract(name, values, options), defaultValues, draft);
}

/**
 * A form with custom validation on submit, and with an optional draft to restore. After a failed submit,
 * every change validates the whole form, because rules span fields; once all errors are fixed, the next validation is on submit.
 */
export function useCheckedForm<V extends FieldValues>(
  check: Check<V>,
  defaultValues: DefaultValues<V>,
  draft: Fields | null = null,
): UseFormReturn<V> {
  const form = useForm<V>({
    defaultValues,
    resolver: resolverOf<V>(check),
    // The whole form is validated below; validating only the changed field could finish later and undo that.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  usePreloadedValidation();
  const restoreDraft = useEffectEvent(() => {
    if (draft !== null) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  });
  useEffect(() => restoreDraft(), []);
  const { subscribe, trigger } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, errors }) => {
          const hasErrors = Object.keys(errors ?? {}).length > 0;
          // If the module is not loaded yet, the next submit retries, not every keystroke.
          if (name !== undefined && hasErrors && contract.loaded.getState() !== null) void trigger();
        },
      }),
    [subscribe, trigger],
  );
  return form;
}
