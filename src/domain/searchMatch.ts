import { searchWords } from './searchText.ts';

/*
 * How well a word that was typed fits a word of an item: the one rule behind every search of the product. Lists look
 * through all their items (`searchIn`), the global search asks an index (`SearchIndex`); a property test holds both to
 * the same answer.
 */

/** A whole word. */
const EXACT = 1;
/**
 * The beginning of a word, the better the more of it was typed. Below half of what the lightest whole word earns, since
 * the heaviest field weighs twice the lightest: whole words always come before beginnings.
 */
const PREFIX = 0.15;
const PREFIX_FULL = 0.25;
/** One typing error in a whole word, or in the beginning of one. */
const TYPO = 0.3;
const TYPO_PREFIX = 0.1;
const TYPO_PREFIX_FULL = 0.1;
/** Added for each word that needed forgiving: whoever fits without an error comes first, whatever the weights. */
const PENALTY = -1000;

/** Shorter words are never forgiven; those of this length only when whole. */
const TYPO_LETTERS = 3;

/** One word of a query. */
export interface QueryWord {
  text: string;
  letters: number;
  /** A number with a digit wrong is somebody else's number. */
  forgiving: boolean;
}

export const queryWords = (query: string): QueryWord[] => [...new Set(searchWords(query))].map(queryWord);

const queryWord = (text: string): QueryWord => ({
  text,
  letters: lettersOf(text),
  forgiving: text.length >= TYPO_LETTERS && !/\p{N}/u.test(text),
});

/** Which letters a word has, one bit each: most words are told apart by this alone. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index) - 97;
    bits |= 1 << (code >= 0 && code < 26 ? code : 26 + (code & 3));
  }
  return bits;
}

/** What a word that begins with what was typed earns. */
export const prefixValue = (typed: string, word: string): number =>
  typed.length === word.length ? EXACT : PREFIX + (PREFIX_FULL * typed.length) / word.length;

/** What a word earns that fits but for one typing error, else null. Not to be asked of a word that fits as it is. */
export function typoValue(typed: QueryWord, word: string, letters: number): number | null {
  if (!typed.forgiving || word.length + 1 < typed.text.length) return null;
  const missing = typed.letters & ~letters;
  // Two letters that the word does not have are two errors.
  if ((missing & (missing - 1)) !== 0) return null;
  if (oneError(typed.text, word, true)) return TYPO;
  if (typed.text.length <= TYPO_LETTERS || !oneError(typed.text, word, false)) return null;
  return TYPO_PREFIX + (TYPO_PREFIX_FULL * Math.min(typed.text.length, word.length)) / word.length;
}

/** What a word of an item counts for a word of the query: fitness times weight; 0 when it does not fit. */
export function wordScore(
  typed: QueryWord,
  word: string,
  letters: number,
  weight: number,
  typos: boolean,
): number {
  if (word.startsWith(typed.text)) return weight * prefixValue(typed.text, word);
  const value = typos ? typoValue(typed, word, letters) : null;
  return value === null ? 0 : forgiven(weight * value);
}

export const forgiven = (score: number): number => score + PENALTY;

/**
 * True when one letter too many, too few, wrong, or swapped with its neighbour makes `typed` the word (`whole`), or
 * the beginning of it.
 */
function oneError(typed: string, word: string, whole: boolean): boolean {
  let at = 0;
  while (at < typed.length && typed.charCodeAt(at) === word.charCodeAt(at)) at += 1;
  const rest = (from: number, in_: number): boolean => {
    const length = typed.length - from;
    if (in_ + length > word.length || (whole && in_ + length !== word.length)) return false;
    for (let index = 0; index < length; index++) {
      if (typed.charCodeAt(from + index) !== word.charCodeAt(in_ + index)) return false;
    }
    return true;
  };
  return (
    (at < typed.length && (rest(at + 1, at) || (at < word.length && rest(at + 1, at + 1)))) ||
    (at < word.length && rest(at, at + 1)) ||
    (at + 1 < typed.length &&
      typed.charCodeAt(at) === word.charCodeAt(at + 1) &&
      typed.charCodeAt(at + 1) === word.charCodeAt(at) &&
      rest(at + 2, at + 2))
  );
}
