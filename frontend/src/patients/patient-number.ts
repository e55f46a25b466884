import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';
import type { Rule } from '@/api/rules';

export interface NumberTexts {
  readonly label: string;
  readonly feedback: string | null;
}

/** The field's path in the patient data. */
const PATIENT_NUMBER = 'additionalData.patientNumber';

const DEFAULT_LABEL = 'Patient Number';

/** The label, in the user's dictionary, of the ID number that a hospital gives to its patients. */
export function idNumberLabel(dictionary: Readonly<Record<string, string>>): string {
  return dictionary.ENUMBER_LABEL ?? 'ID Number';
}

/** The unit's label for its patient number. An entry in the user's dictionary takes precedence over the unit's own text. */
export function numberTexts(
  number: ConfigurablePatientNumber | null,
  dictionary: Readonly<Record<string, string>>,
): NumberTexts {
  return {
    label: firstText(dictionaryText(number?.labelKey, dictionary), number?.label) ?? DEFAULT_LABEL,
    feedback: firstText(dictionaryText(number?.feedbackKey, dictionary), number?.feedback),
  };
}

/** The first text that is not blank; the server treats a blank one as missing, too. */
function firstText(...texts: (string | null | undefined)[]): string | null {
  return texts.find((text) => typeof text === 'string' && text !== '') ?? null;
}

function dictionaryText(
  key: string | null | undefined,
  dictionary: Readonly<Record<string, string>>,
): string | undefined {
  return typeof key === 'string' ? dictionary[key] : undefined;
}

/** A unit's rules, with the user's dictionary applied to the label of the patient number. */
export function localizedRules(
  rules: readonly Rule[],
  number: ConfigurablePatientNumber | null,
  dictionary: Readonly<Record<string, string>>,
): Rule[] {
  if (number === null) return [...rules];
  const { label, feedback } = numberTexts(number, dictionary);
  return rules.map((rule) => {
    if (rule.kind !== 'matches' || !rule.field.endsWith(PATIENT_NUMBER)) return rule;
    return {
      ...rule,
      // A function, because `replace` would interpret `$` patterns in a label.
      message: feedback ?? rule.message.replace(`${number.label ?? ''} is invalid.`, () => `${label} is invalid.`),
    };
  });
}

/** The unit's mask in the input's syntax: `0` for a digit, `a` for a letter, `*` for any character; null if it has none. */
export function inputMask(number: ConfigurablePatientNumber): string | null {
  if (typeof number.mask !== 'string') return null;
  return Array.from(number.mask, (character) => maskTokens[character] ?? escaped(character)).join('');
}

const maskTokens: Readonly<Record<string, string>> = { '#': '0', '*': '*', a: 'a', A: 'a', l: 'a' };

/** Characters that are special to the input are literals in the unit's mask, so they are escaped. */
function escaped(character: string): string {
  return /[0[\]{}\\`]/.test(character) ? `\\${character}` : character;
}

/** The maximum length that a length mask allows; null if the unit sets none. */
export function maxLengthOf(number: ConfigurablePatientNumber): number | null {
  return typeof number.mask === 'object' && number.mask !== null ? number.mask.max : null;
}
