import { vi } from 'vitest';

import { checkByContract, type SchemaName } from '@/api/contract-form';
import cases from '@/api/contract/cases.gen.json';
import type { Fields } from '@/api/rules';
import { observeServerDate, readClocks, resetServerClock } from '@/shared/lib/server-clock';

type CaseFile = keyof typeof cases;

/** A case of a service line's or the stroke note's case file, which the server's tests run too. */
export function caseOf(file: CaseFile, name: string, form?: string) {
  const match = cases[file].find((entry) => entry.name === name && (form === undefined || entry.form === form));
  if (match === undefined) throw new Error(`${file} has no case ${name}.`);
  return match;
}

const DAY = 86_400_000;

/**
 * The errors that the browser finds in a case, by field, on a computer whose clock is a day slow. Like the server, it evaluates the
 * rules only if each field on its own is valid.
 */
export async function errorsOf(schema: SchemaName, { now, data }: { now: string; data: Fields }) {
  const serverTime = new Date(now);
  vi.useFakeTimers({ now: serverTime.getTime() - DAY, toFake: ['Date', 'performance'] });
  resetServerClock();
  observeServerDate(serverTime.toUTCString(), readClocks(), readClocks());
  const { schemaErrors, ruleErrors } = await checkByContract(schema, data);
  resetServerClock();
  return Object.fromEntries(schemaErrors.size > 0 ? schemaErrors : ruleErrors);
}
