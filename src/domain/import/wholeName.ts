import { fold } from '../search/search.ts';

/** What a surname may begin with, in small letters. */
const PARTICLES = new Set(
  'al ap av bin d da das de degli dei del della den der des di do dos du el la las le les los mac of san st ten ter tho van vom von y zu zum zur'.split(
    ' ',
  ),
);

/** Whether a surname can be told by its capitals alone: of two letters they are as often somebody's first ones, 'JP'. */
const isCapital = (word: string): boolean =>
  word === word.toUpperCase() && (word.match(/\p{Lu}/gu)?.length ?? 0) > 2;

/** Where the surname stands of 'DUPONT Marie', 'de la TOUR Charles' or 'Marie DUPONT MOREAU', as French lists have it; null elsewhere. */
function capitals(words: readonly string[]): { start: number; end: number } | null {
  const isOfSurname = (word: string): boolean => isCapital(word) || PARTICLES.has(fold(word));
  const end = words.findIndex((word) => !isOfSurname(word));
  const start = words.findLastIndex((word) => !isOfSurname(word)) + 1;
  const around = { before: words.slice(0, end), after: words.slice(start) };
  if (end < 0 || around.before.some(isCapital) === around.after.some(isCapital)) return null;
  return around.before.some(isCapital) ? { start: 0, end } : { start, end: words.length };
}

/**
 * 'Lovelace, Ada', or 'Ada van der Berg': the surname is the last word, with the particles before it, unless it is told by its
 * capitals.
 */
export function splitName(whole: string): { forename: string; surname: string } {
  const text = whole.trim().replace(/\s+/g, ' ');
  const comma = text.indexOf(',');
  if (comma > 0) return { forename: text.slice(comma + 1).trim(), surname: text.slice(0, comma).trim() };
  const words = text.split(' ');
  const told = capitals(words);
  if (told !== null) {
    const others = [...words.slice(0, told.start), ...words.slice(told.end)];
    return { forename: others.join(' '), surname: words.slice(told.start, told.end).join(' ') };
  }
  let first = words.length - 1;
  while (first > 1 && PARTICLES.has(fold(words[first - 1] ?? ''))) first -= 1;
  return first < 1
    ? { forename: text, surname: '' }
    : { forename: words.slice(0, first).join(' '), surname: words.slice(first).join(' ') };
}
