import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';

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
