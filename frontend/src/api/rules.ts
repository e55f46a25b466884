/**
 * The browser's interpreter of the rules that span fields; the server's is `backend/wardline/core/forms/rules.py`, and both run the same
 * cases. Three kinds of emptiness matter: an absent field was not answered; null is an answer ("unknown", "not done"); blank text,
 * an empty list and an unanswered Other list are empty.
 */

import { lengthOf } from '@/shared/lib/length-of';
import { isBlank, isRichText, visibleLength } from '@/shared/lib/rich-text';
import { isSame } from '@/shared/lib/same';

/** Plain data in the wire format. */
export type Fields = Readonly<Record<string, unknown>>;

interface Condition {
  readonly field: string;
  readonly values: readonly (string | number | boolean | null)[];
  readonly negated?: boolean;
}

interface RuleBase {
  readonly field: string;
  /** All of them must hold for the rule to apply. */
  readonly when?: readonly Condition[];
  /** Required by the form, although optional in the documented call. */
  readonly browserOnly?: boolean;
}

interface WithMessage {
  readonly message: string;
}

export type Rule =
  /** For required values, `untouched` is the form's initial value. */
  | (RuleBase & WithMessage & { readonly kind: 'required'; readonly untouched?: unknown })
  | (RuleBase & WithMessage & { readonly kind: 'answered' })
  | (RuleBase & WithMessage & { readonly kind: 'max_length' | 'max_lines'; readonly max: number })
  | (RuleBase & WithMessage & { readonly kind: 'at_least_one'; readonly fields: readonly string[] })
  | (RuleBase & WithMessage & { readonly kind: 'other_text'; readonly max: number; readonly tooLong: string })
  | (RuleBase & WithMessage & { readonly kind: 'date_between'; readonly earliest: string; readonly tooEarly: string })
  | (RuleBase & WithMessage & { readonly kind: 'exclusive'; readonly value: string })
  | (RuleBase & WithMessage & { readonly kind: 'matches'; readonly pattern: string })
  /** Without `to`, the field is set to null. */
  | (RuleBase & { readonly kind: 'cleared'; readonly to?: unknown });

/** How far ahead the server allows a client's clock to be. */
const CLOCK_SKEW_MILLISECONDS = 60_000;

/** A copy of the data with all applicable `cleared` rules applied. */
export function clear(data: Fields, rules: readonly Rule[]): Fields {
  return rules.reduce((cleared, rule) => {
    const hides = rule.kind === 'cleared' && valueAt(cleared, rule.field) !== undefined && applies(rule, cleared);
    return hides ? withValueAt(cleared, rule.field, rule.to ?? null) : cleared;
  }, data);
}

/** The first message of every field that violates a rule; `now` is the server's time in milliseconds. */
export function violations(data: Fields, rules: readonly Rule[], now: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const rule of rules) {
    const message = applies(rule, data) ? violation(rule, valueAt(data, rule.field), data, now) : null;
    if (message !== null && !found.has(rule.field)) found.set(rule.field, message);
  }
  return found;
}

/** Whether all conditions of a rule hold; an absent field counts as null. */
export function applies(rule: Rule, data: Fields): boolean {
  return (rule.when ?? []).every(({ field, values, negated = false }) => {
    const value = valueAt(data, field) ?? null;
    return values.some((candidate) => candidate === value) !== negated;
  });
}

function violation(rule: Rule, value: unknown, data: Fields, now: number): string | null {
  switch (rule.kind) {
    case 'required':
    case 'answered':
    case 'at_least_one':
      return isMissing(rule, value, data) ? rule.message : null;
    case 'exclusive':
    case 'max_length':
    case 'max_lines':
      return isTooMuch(rule, value) ? rule.message : null;
    case 'cleared':
      return null;
    default:
      return typeof value === 'string' ? textViolation(rule, value, now) : null;
  }
}

function isMissing(
  rule: Extract<Rule, { kind: 'required' | 'answered' | 'at_least_one' }>,
  value: unknown,
  data: Fields,
): boolean {
  if (rule.kind === 'answered') return value === undefined;
  if (rule.kind === 'required') return isEmpty(value) || isUntouched(value, rule.untouched ?? null);
  return !rule.fields.some((path) => isSelected(valueAt(data, path)));
}

function isTooMuch(rule: Extract<Rule, { kind: 'exclusive' | 'max_length' | 'max_lines' }>, value: unknown): boolean {
  if (rule.kind === 'exclusive') return Array.isArray(value) && value.length > 1 && value.includes(rule.value);
  return (rule.kind === 'max_length' ? textLength(value) : lineCount(value)) > rule.max;
}

/** Deep equality of the field with its untouched value, if it has one. */
function isUntouched(value: unknown, untouched: unknown): boolean {
  return untouched !== null && isSame(value, untouched);
}

function textLength(value: unknown): number {
  if (typeof value === 'string') return lengthOf(value.trim());
  return isRichText(value) ? visibleLength(value) : 0;
}

/** Line terminators in Python. */
const LINE_TERMINATORS = '\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029';

function lineCount(value: unknown): number {
  if (typeof value !== 'string') return 0;
  const ends = Array.from(value.trim().replaceAll('\r\n', '\n')).filter((character) =>
    LINE_TERMINATORS.includes(character),
  );
  return ends.length + 1;
}

type TextRule = Extract<Rule, { kind: 'other_text' | 'date_between' | 'matches' }>;

function textViolation(rule: TextRule, value: string, now: number): string | null {
  switch (rule.kind) {
    case 'other_text':
      if (value.trim() === '') return rule.message;
      return lengthOf(value.trim()) > rule.max ? rule.tooLong : null;
    case 'date_between': {
      const moment = Date.parse(value);
      if (moment < Date.parse(rule.earliest)) return rule.tooEarly;
      return moment > now + CLOCK_SKEW_MILLISECONDS ? rule.message : null;
    }
    case 'matches':
      return value !== '' && !new RegExp(`^(?:${rule.pattern})$`).test(value) ? rule.message : null;
  }
}

/** The value at a dotted path; undefined when it is absent. */
export function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined), data);
}

/** A copy with another value at a dotted path; undefined removes the field. */
export function withValueAt(data: Fields, path: string, value: unknown): Fields {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withInner(data[key], rest.join('.'), value);
  if (inner !== undefined) return { ...data, [key]: inner };
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
}

function withInner(data: unknown, path: string, value: unknown): unknown {
  return isFields(data) ? withValueAt(data, path, value) : data;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (isRichText(value)) return isBlank(value);
  return isFields(value) && !isSelected(value);
}

function isSelected(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isFields(value)) return isSelected(value.selected) || (value.other !== undefined && value.other !== null);
  return typeof value === 'boolean' ? value : value !== undefined && value !== null;
}
