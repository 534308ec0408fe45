/** Letters that have no decomposition in Unicode, as people type them without their strokes and ligatures. */
const PLAIN: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const ASCII = /^[\0-\x7f]*$/;

/** The text without accents, case and the like: equal for everything that a person would call the same word. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßøđðþłħıς]/g, (letter) => PLAIN[letter] ?? letter);
}

/**
 * Words of a text for search: folded, split at everything that is no letter or digit.
 */
export const searchWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
