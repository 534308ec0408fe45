/*
 * Formats of the platform, each made once: to make one takes longer than to write a letter with it, and there are only so many.
 */

const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options));

function kept<T>(formats: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = JSON.stringify([locale, options]);
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = make()));
  return format;
}
