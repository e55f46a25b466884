import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';
import type { Rule } from '@/api/rules';

export interface NumberTexts {
  readonly label: string;
  readonly feedback: string | null;
}

/** Its place among the patient's data. */
const PATIENT_NUMBER = 'additionalData.patientNumber';

const DEFAULT_LABEL = 'Patient Number';

/** What a unit calls its own patient number; a text of the user's dictionary wins over the unit's plain one. */
export function numberTexts(
  number: ConfigurablePatientNumber | null,
  dictionary: Readonly<Record<string, string>>,
): NumberTexts {
  return {
    label: firstText(textOf(number?.labelKey, dictionary), number?.label) ?? DEFAULT_LABEL,
    feedback: firstText(textOf(number?.feedbackKey, dictionary), number?.feedback),
  };
}

/** The first of the texts that says anything; the server takes an empty one as none, too. */
function firstText(...texts: (string | null | undefined)[]): string | null {
  return texts.find((text) => typeof text === 'string' && text !== '') ?? null;
}

function textOf(key: string | null | undefined, dictionary: Readonly<Record<string, string>>): string | undefined {
  return typeof key === 'string' ? dictionary[key] : undefined;
}

/** A unit's rules with the words for its number that the user's dictionary has in place of the unit's plain text. */
export function wordedRules(
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
      // A function, as signs of a label could mean something to `replace`.
      message: feedback ?? rule.message.replace(`${number.label ?? ''} is invalid.`, () => `${label} is invalid.`),
    };
  });
}

/** The unit's mask in the signs of the input: `0` for a digit, `a` for a letter, `*` for any sign; null where it has none. */
export function inputMask(number: ConfigurablePatientNumber): string | null {
  if (typeof number.mask !== 'string') return null;
  return Array.from(number.mask, (sign) => inputSigns[sign] ?? escaped(sign)).join('');
}

const inputSigns: Readonly<Record<string, string>> = { '#': '0', '*': '*', a: 'a', A: 'a', l: 'a' };

/** Signs that would mean something to the input stand for themselves in the unit's mask. */
function escaped(sign: string): string {
  return /[0[\]{}\\`]/.test(sign) ? `\\${sign}` : sign;
}

/** The longest entry of a mask by length; null where the unit gives none. */
export function longestEntry(number: ConfigurablePatientNumber): number | null {
  return typeof number.mask === 'object' && number.mask !== null ? number.mask.max : null;
}
