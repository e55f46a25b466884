import type { ConfigurablePatientNumber, LengthMask, PatientNumber } from '@/api/generated/types.gen';

import { asNumber, textOrNull } from './blanks';

/** A unit's own patient number in the form; blank text is nothing. */
export interface NumberValues {
  collect: boolean;
  /** It was set up before, so that it is kept while it is not collected. */
  isKnown: boolean;
  optional: boolean;
  label: string;
  labelKey: string | null;
  feedback: string;
  feedbackKey: string | null;
  regexString: string;
  maskKind: '' | 'text' | 'lengths';
  mask: { text: string; min: number | ''; max: number | ''; token: '#' | '*' | 'a' | 'A' | 'l' };
  inputmode: 'text' | 'numeric' | 'decimal' | 'tel';
}

/** Not collected, and not set up yet. */
export const NO_NUMBER: NumberValues = {
  collect: false,
  isKnown: false,
  optional: false,
  label: 'Patient Number',
  labelKey: null,
  feedback: '',
  feedbackKey: null,
  regexString: '',
  maskKind: '',
  mask: { text: '', min: '', max: '', token: '#' },
  inputmode: 'text',
};

/** `number` is null if the unit has none. */
export function numberValuesOf(number: ConfigurablePatientNumber | null): NumberValues {
  if (number === null) return NO_NUMBER;
  const { labelKey = null, feedback, feedbackKey = null, regexString, mask = null, ...plain } = number;
  return {
    ...NO_NUMBER,
    ...plain,
    isKnown: true,
    labelKey,
    feedback: feedback ?? '',
    feedbackKey,
    regexString: regexString ?? '',
    ...maskValuesOf(mask),
  };
}

function maskValuesOf(mask: string | LengthMask | null): Pick<NumberValues, 'maskKind' | 'mask'> {
  if (mask === null) return { maskKind: '', mask: NO_NUMBER.mask };
  if (typeof mask === 'string') return { maskKind: 'text', mask: { ...NO_NUMBER.mask, text: mask } };
  return { maskKind: 'lengths', mask: { ...NO_NUMBER.mask, ...mask } };
}

/** The number as it is sent; null if the unit has none. */
export function numberOf(values: NumberValues): PatientNumber | null {
  if (!values.collect && !values.isKnown) return null;
  const { collect, optional, label, labelKey, feedbackKey, maskKind, mask, inputmode } = values;
  const lengths = { min: asNumber(mask.min), max: asNumber(mask.max), token: mask.token };
  return {
    collect,
    optional,
    label: label.trim(),
    labelKey,
    feedback: textOrNull(values.feedback),
    feedbackKey,
    regexString: textOrNull(values.regexString),
    mask: maskKind === '' ? null : maskKind === 'text' ? mask.text.trim() : lengths,
    inputmode,
  };
}
