import type { ZodMiniType } from 'zod/mini';

import { serverNow } from '@/shared/lib/server-clock';
import { dayError } from '@/shared/lib/typed-day';
import { momentError } from '@/shared/lib/typed-time';

import { messages } from './contract/messages.gen';
import { clear, type Fields, isFields, type Rule, violations } from './rules';

/** A form's contract beyond its types: the rules that span fields, and the message of each field by its dotted path. */
export interface FormContract {
  readonly rules: readonly Rule[];
  readonly messages: Readonly<Record<string, string>>;
  /** The message for a value that is too large or too long, if different. */
  readonly above?: Readonly<Record<string, string>>;
}

/** Messages keyed by the dotted path of their field. */
export type Messages = ReadonlyMap<string, string>;

export interface Checked {
  /** The request body. */
  readonly data: Fields;
  /** Schema errors of single fields; if there are any, the server does not apply the rules. */
  readonly schemaErrors: Messages;
  /** Rule errors. */
  readonly ruleErrors: Messages;
  /** Both, with schema messages taking precedence over rule messages. */
  readonly errors: Messages;
}

/** Applies the `cleared` rules, then the schema with the contract's messages, then the other rules to the form's values. */
export function checkForm(values: Fields, schema: ZodMiniType, contract: FormContract): Checked {
  const data = clear(bodyOf(values, contract.rules), contract.rules);
  const schemaErrors = inspect(data, schema, contract);
  const ruleErrors = violations(data, contract.rules, serverNow());
  return { data, schemaErrors, ruleErrors, errors: new Map([...ruleErrors, ...schemaErrors]) };
}

/**
 * The values with texts trimmed and blank ones omitted as unanswered. A blank text next to a selected Other
 * is kept, because there it marks a missing value.
 */
export function bodyOf(values: Fields, rules: readonly Rule[]): Fields {
  const others = new Set(rules.filter((rule) => rule.kind === 'other_text').map((rule) => rule.field));
  return mapTexts(values, (text, path) => (text.trim() === '' && !others.has(path) ? undefined : text.trim()));
}

/** A location's rules in the interpreter's type; the generated type is less specific than what the server sends. */
export function asRules(rules: readonly object[]): Rule[] {
  return rules.filter(isRule);
}

function isRule(value: object): value is Rule {
  return 'kind' in value && 'field' in value;
}

type Issue = NonNullable<ReturnType<ZodMiniType['safeParse']>['error']>['issues'][number];

function inspect(data: Fields, schema: ZodMiniType, { messages: own, above = {} }: FormContract): Messages {
  const found = new Map<string, string>();
  for (const issue of schema.safeParse(data, { reportInput: true }).error?.issues ?? []) {
    const field = issue.path.map(String).join('.');
    if (!found.has(field)) found.set(field, messageFor(issue, own[field], above[field]));
  }
  return found;
}

/** The messages of `message_for` in `backend/wardline/core/http/routing.py`; zod counts characters as Python does. */
function messageFor(issue: Issue, own: string = messages.INVALID, above?: string): string {
  const { input } = issue;
  if (input === undefined || input === '') return messages.REQUIRED;
  if (issue.code === 'too_small' && Array.isArray(input)) return messages.REQUIRED;
  if (issue.code === 'too_big') return above ?? messageForTooBig(Number(issue.maximum), input, own);
  if (issue.code === 'invalid_format' && typeof input === 'string')
    return messageForUnparsed(issue.format, input) ?? own;
  return issue.code === 'invalid_type' ? messageForType(issue.expected, input) : own;
}

function messageForTooBig(maximum: number, value: unknown, own: string): string {
  return typeof value === 'string' ? messages.TOO_LONG.replace('{max}', String(maximum)) : own;
}

function messageForType(expected: string, value: unknown): string {
  const wholeNumber = expected === 'number' && typeof value === 'string';
  const fraction = typeof value === 'number' && !Number.isInteger(value);
  return wholeNumber || fraction ? messages.WHOLE_NUMBER : messages.INVALID;
}

/** The error for a date or time that could not be parsed; such text is never sent. */
function messageForUnparsed(format: string, value: string): string | null {
  if (format === 'date') return dayError(value);
  return format === 'datetime' ? momentError(value) : null;
}

function mapTexts(data: Fields, change: (text: string, path: string) => string | undefined, prefix = ''): Fields {
  const changed = Object.entries(data).map(([key, value]): [string, unknown] => {
    const path = `${prefix}${key}`;
    if (isFields(value)) return [key, mapTexts(value, change, `${path}.`)];
    return [key, typeof value === 'string' ? change(value, path) : value];
  });
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}
