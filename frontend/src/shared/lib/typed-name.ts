/** Invisible characters that some keyboards or records leave behind: soft hyphens, zero-width characters, direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const APOSTROPHES = /[\u0060\u00b4\u02bb\u02bc\u2018\u2019\uff07]/gu;
const HYPHENS = /[\u2010-\u2013\u2212]/gu;
const WHITE_SPACE = /\s+/gu;

/**
 * Whether a typed name is the name on the screen. Names that look the same are equal: runs of spaces, which a page
 * shows as one, decomposed accents, and the different apostrophes and hyphens of keyboards. Case and accents must match.
 *
 * The rule exists only here: the server never gets the typed name.
 */
export function isTypedName(typed: string, name: string): boolean {
  return normalized(typed) === normalized(name);
}

function normalized(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(WHITE_SPACE, ' ')
    .trim();
}
