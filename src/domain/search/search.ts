import { lettersOf, queryWords, wordScore, type QueryWord } from './searchMatch.ts';
import { searchWords, tailsOf } from './searchText.ts';

export { fold, searchWords } from './searchText.ts';

/** How much a find in each part of a client counts (specification 1 §9; SEARCH-07). */
export const CLIENT_WEIGHTS = { company: 1.5, forename: 1, number: 2, surname: 2 } as const;
/** In plans also these (specification 2 §9; SEARCH-08). */
const PLAN_WEIGHTS = { optionName: 1, tableNumber: 1.5 } as const;

/** A word in one of several weighs a little less than a field's only word: "Martin" before "Martin-Dupont". */
const COMPANY_OF_WORDS = 0.02;
const COUNTED_WORDS = 5;
/** What people say of the number G0013: its figures. */
const FIGURES = /^\p{L}+(\p{N}{2,})$/u;

/** Something that can be found: its words with their weights, made once. Never changed. */
export interface Searchable<T> {
  item: T;
  words: readonly string[];
  /** As many as words. */
  weights: readonly number[];
  letters: readonly number[];
}

type Text = string | null | undefined;

/** Every text counts the same. */
export const searchable = <T>(item: T, ...texts: Text[]): Searchable<T> =>
  make(
    item,
    texts.map((text): [Text, number] => [text, 1]),
  );

interface ClientTexts {
  forename: string;
  surname: string;
  company?: string | null | undefined;
  number?: string | null | undefined;
  /** Tickets may still carry them. */
  formerNumbers?: readonly string[] | null | undefined;
}

/** A client, with the specified weights (SEARCH-07). */
export const searchableClient = <T>(item: T, client: ClientTexts): Searchable<T> =>
  make(item, clientTexts(client));

/** A client of a plan, who is also found by the product's option and the table (SEARCH-08). */
export const searchableSeat = <T>(
  item: T,
  client: ClientTexts,
  { optionName, tableNumber }: { optionName: Text; tableNumber: Text },
): Searchable<T> =>
  make(item, [
    ...clientTexts(client),
    [optionName, PLAN_WEIGHTS.optionName],
    [tableNumber, PLAN_WEIGHTS.tableNumber],
  ]);

const clientTexts = (client: ClientTexts): [Text, number][] => [
  [client.company, CLIENT_WEIGHTS.company],
  [client.forename, CLIENT_WEIGHTS.forename],
  [client.number, CLIENT_WEIGHTS.number],
  ...(client.formerNumbers ?? []).map((number): [Text, number] => [number, CLIENT_WEIGHTS.number]),
  [client.surname, CLIENT_WEIGHTS.surname],
];

function make<T>(item: T, texts: readonly (readonly [Text, number])[]): Searchable<T> {
  const found = new Map<string, number>();
  for (const [text, weight] of texts) {
    if (!text) continue;
    const words = searchWords(text);
    const own = weight * (1 - COMPANY_OF_WORDS * (Math.min(words.length, COUNTED_WORDS) - 1));
    // O'Brien, Van der Berg and G0001-01 are also found when typed in one piece.
    if (words.length > 1 && words.length <= COUNTED_WORDS) words.push(words.join(''));
    const figures = words.flatMap((word) => FIGURES.exec(word)?.[1] ?? []);
    for (const word of [...words, ...figures, ...words.flatMap(tailsOf)])
      found.set(word, Math.max(own, found.get(word) ?? 0));
  }
  const words = [...found.keys()];
  return { item, words, weights: [...found.values()], letters: words.map(lettersOf) };
}

export interface SearchOptions {
  /** With fewer finds than this, typing errors are forgiven; whoever fits without comes first all the same. */
  enough?: number;
}

/**
 * Items in which every word of the query begins some word, in any order, best first; equals in the order of the list.
 * Only when there are not `enough` (none, unless said otherwise), one typing error a word is forgiven. All items, in
 * their order, for a query without words. Made for lists: 5,000 items take a millisecond.
 */
export function searchIn<T>(
  list: readonly Searchable<T>[],
  query: string,
  { enough = 1 }: SearchOptions = {},
): T[] {
  const wanted = queryWords(query);
  if (wanted.length === 0) return list.map(({ item }) => item);
  let found = scored(list, wanted, false);
  if (found.length < enough && wanted.some(({ forgiving }) => forgiving)) found = scored(list, wanted, true);
  // Sorting is stable: equals stay as they were.
  return found.sort((a, b) => b.score - a.score).map(({ item }) => item);
}

function scored<T>(list: readonly Searchable<T>[], wanted: readonly QueryWord[], typos: boolean) {
  const found: { item: T; score: number }[] = [];
  for (const one of list) {
    const score = scoreOf(one, wanted, typos);
    if (score !== 0) found.push({ item: one.item, score });
  }
  return found;
}

/** The sum over the query's words of the best that each finds; 0 when one finds nothing. */
function scoreOf(
  { words, weights, letters }: Searchable<unknown>,
  wanted: readonly QueryWord[],
  typos: boolean,
): number {
  let total = 0;
  for (const typed of wanted) {
    let best = 0;
    for (let index = 0; index < words.length; index++) {
      const word = words[index] ?? '';
      const score = wordScore(typed, word, letters[index] ?? 0, weights[index] ?? 0, typos);
      // A forgiven find is negative, and better than none.
      if (score !== 0 && (best === 0 || score > best)) best = score;
    }
    if (best === 0) return 0;
    total += best;
  }
  return total;
}
