/** Spaces of other widths, which typefaces lack. */
const NARROW = /[\u2000-\u200a\u202f\u205f]/gu;
/**
 * What is not seen: control characters, format characters but the joiners and marks that Arabic and Hebrew need, and what asks for
 * one of several shapes of a letter, which is the letter all the same.
 */
const UNSEEN = /(?![\u200c-\u200f])[\p{Cc}\p{Cf}\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

/** One line of composed characters, as the typesetter takes it: without tabs and what is not seen. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(NARROW, '\u00a0')
    .replaceAll(/[\t\r\n\v\f\u2028\u2029]+/gu, ' ')
    .replaceAll(UNSEEN, '');
