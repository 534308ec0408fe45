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

/** The bit of words with digits. It makes the number negative. */
const DIGIT = 1 << 31;

/** Which letters a word has, one bit each: most words are told apart by this alone. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index) - 97;
    if (code >= 0 && code < 26) bits |= 1 << code;
    else bits |= code >= -49 && code <= -40 ? DIGIT : 1 << (26 + (code & 3));
  }
  return bits;
}

/** What a word earns that begins with what was typed; both by their lengths. */
export const prefixValue = (typed: number, word: number): number =>
  typed === word ? EXACT : PREFIX + (PREFIX_FULL * typed) / word;

/** What a word earns that fits but for one typing error, else null. Not to be asked of a word that fits as it is. */
export function typoValue(typed: QueryWord, word: string, letters: number): number | null {
  if (!typed.forgiving || word.length + 1 < typed.text.length || !mayBeTypo(typed, letters)) return null;
  if (oneError(typed.text, word, true)) return TYPO;
  if (typed.text.length <= TYPO_LETTERS || !oneError(typed.text, word, false)) return null;
  return TYPO_PREFIX + (TYPO_PREFIX_FULL * Math.min(typed.text.length, word.length)) / word.length;
}

/** False for most words: those with a digit, and those that lack two of the letters, which are two errors. */
export function mayBeTypo(typed: QueryWord, letters: number): boolean {
  const missing = typed.letters & ~letters;
  return letters >= 0 && (missing & (missing - 1)) === 0;
}

/** What a word of an item counts for a word of the query: fitness times weight; 0 when it does not fit. */
export function wordScore(
  typed: QueryWord,
  word: string,
  letters: number,
  weight: number,
  typos: boolean,
): number {
  if (word.startsWith(typed.text)) return weight * prefixValue(typed.text.length, word.length);
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
  // Where they part: a letter too many, a wrong one, …
  if (at < typed.length && goesOn(typed, at + 1, word, at, whole)) return true;
  if (at < typed.length && at < word.length && goesOn(typed, at + 1, word, at + 1, whole)) return true;
  // … one too few, …
  if (at < word.length && goesOn(typed, at, word, at + 1, whole)) return true;
  // … or two that changed places.
  return (
    at + 1 < typed.length &&
    typed.charCodeAt(at) === word.charCodeAt(at + 1) &&
    typed.charCodeAt(at + 1) === word.charCodeAt(at) &&
    goesOn(typed, at + 2, word, at + 2, whole)
  );
}

/** True when `word`, from `into` on, goes on as `typed` does from `from` on (and ends there, if `whole`). */
function goesOn(typed: string, from: number, word: string, into: number, whole: boolean): boolean {
  const length = typed.length - from;
  if (into + length > word.length || (whole && into + length !== word.length)) return false;
  for (let index = 0; index < length; index++) {
    if (typed.charCodeAt(from + index) !== word.charCodeAt(into + index)) return false;
  }
  return true;
}
