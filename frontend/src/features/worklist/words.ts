import { constants } from '@/api/contract/constants.gen';

const APOSTROPHES = /['`´ʹʻʼʽ‘’‛′＇]/gu;

/** Letters whose stroke or joint Unicode does not take apart; sharp s comes here only as the fold of its capital. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  ŧ: 't',
};

/** The words of a name as `backend/wardline/core/text/search_words.py` reads them; both run the cases that stand beside it. */
export function wordsOf(text: string): string[] {
  const folded = Array.from(text.replace(APOSTROPHES, '').normalize('NFKD'), fold).join('').normalize('NFKD');
  const bare = folded.replace(/\p{M}/gu, '').replace(APOSTROPHES, '');
  const plain = bare.replace(/[ßæðøþđħıłœŧ]/gu, (sign) => PLAIN[sign] ?? sign);
  const parted = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return [...new Set(parted.map((word) => Array.from(word).slice(0, constants.MAX_WORD_LENGTH).join('')))];
}

/** The words of a search text that count. */
export function askedWords(text: string): string[] {
  return wordsOf(text).slice(0, constants.SEARCH_WORDS);
}

/** One sign without its case. Sign by sign, for in a whole word the last sigma would become another letter. */
function fold(sign: string): string {
  return sign.toLowerCase().toUpperCase().toLowerCase();
}
