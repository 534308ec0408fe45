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
/** Katakana, and how far before it the same syllable stands in hiragana: phones write that until it is converted. */
const KATAKANA = /[\u30A1-\u30F6]/g;
const TO_HIRAGANA = 0x60;
const ASCII = /^[\0-\x7f]*$/;

/** The text without accents, case and the like: equal for everything that a person would call the same word. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßøđðþłħıς]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));
}

/**
 * Words of a text for search: folded, split at everything that is no letter or digit.
 */
export const searchWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Thai to Khmer, kana and the signs of China: scripts that write words without spaces between. */
const UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3041-\u309F\u3400-\u9FFF\u{20000}-\u{3FFFF}]/u;
const MOST_TAILS = 20;

/**
 * What a word may be found by besides its beginning, where nobody sees what its words are: 田中商事 in 株式会社田中商事, and NTT in
 * 株式会社NTT, but not TT.
 */
export function tailsOf(word: string): string[] {
  if (ASCII.test(word) || !UNSPACED.test(word)) return [];
  const letters = Array.from(word).slice(0, MOST_TAILS + 1);
  const isUnspaced = letters.map((letter) => UNSPACED.test(letter));
  return letters.flatMap((_, at) =>
    at > 0 && (isUnspaced[at] === true || isUnspaced[at - 1] === true)
      ? word.slice(letters.slice(0, at).join('').length)
      : [],
  );
}
