/**
 * Words of a text for search: accents and case gone, split at everything that is no letter or digit
 * (experience, "Forgiving input").
 */
export function searchWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss');

/** Something that can be found: its words, made once. */
export interface Searchable<T> {
  item: T;
  words: readonly string[];
}

export const searchable = <T>(item: T, ...texts: (string | null | undefined)[]): Searchable<T> => ({
  item,
  words: texts.flatMap((text) => (text ? searchWords(text) : [])),
});

/** Items in which every word of the query begins some word, in any order; all of them for an empty query. */
export function searchIn<T>(list: readonly Searchable<T>[], query: string): T[] {
  const wanted = searchWords(query);
  const result: T[] = [];
  for (const { item, words } of list) {
    if (wanted.every((start) => words.some((word) => word.startsWith(start)))) result.push(item);
  }
  return result;
}
