import type { Language } from '../config.ts';

/** Day, month and year in digits, with what stands between them; the year may have two digits. */
const NUMERIC = /^(\d{1,4})\s*([./\-\s])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/;
const ONLY_DIGITS = /^[\d./\-\s]*$/;

/**
 * A date typed in digits, as 'YYYY-MM-DD': the year first where it has four digits, else the day, and the month only before a slash in
 * English. Null for what is not (yet) a date; undefined for what has words in it, which others read.
 */
export function typedDate(text: string, language: Language): string | null | undefined {
  const typed = text.trim();
  if (!ONLY_DIGITS.test(typed)) return undefined;
  const match = NUMERIC.exec(typed);
  if (match === null) return null;
  const [, first = '', mark = '', second = '', third = ''] = match;
  if (first.length === 4) return dateOf(first, second, third);
  if (first.length > 2 || third.length === 3 || third.length === 1) return null;
  const year = third.length === 2 ? `20${third}` : third;
  // What no month can be is the day: '12/31/2026' and '31/12/2026' can each be read in one way only.
  const monthFirst = mark === '/' && language === 'en';
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return dateOf(year, month, day) ?? dateOf(year, day, month);
}

function dateOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // 30 February is read as 2 March by some.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
