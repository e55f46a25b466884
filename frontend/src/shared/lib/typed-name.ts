/** Invisible characters that some keyboards or records leave behind: soft hyphens, zero-width characters, direction marks. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const APOSTROPHES = /[\u0060\u00b4\u02bb\u02bc\u2018\u2019\uff07]/gu;
const HYPHENS = /[\u2010-\u2013\u2212]/gu;
const BLANKS = /\s+/gu;

/**
 * Whether a typed name is the name on the screen. What looks the same there counts as the same: runs of blanks, which a page
 * shows as one, letters that are composed of a letter and a mark, and the apostrophes and hyphens of keyboards. Case and accents count.
 *
 * The rule exists only here: the server never gets the typed name.
 */
export function isTypedName(typed: string, name: string): boolean {
  return asSeen(typed) === asSeen(name);
}

function asSeen(text: string): string {
  return text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(BLANKS, ' ')
    .trim();
}
