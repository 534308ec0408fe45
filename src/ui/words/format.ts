import dayjs from 'dayjs';
import 'dayjs/locale/fr-ch';
import type { Currency, Language } from '#domain/config.ts';
import { calendarOf, clockText, dayText, isOwnTimeZone } from '#domain/days.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { LOCALES } from '#i18n/language.ts';
import { numberText } from '#i18n/numbers.ts';
import { frenchPercent } from '#i18n/typography.ts';

/*
 * Dates, money, numbers and names as people read them: the one place per language (docs/design.md, "Words").
 * The specified patterns 'MMMM D' and 'MMMM D, YYYY / HH:mm' (1 §9) are English; French puts the same parts into its
 * own order, 'D MMMM' and 'D MMMM YYYY / HH:mm', with '1er' for the first.
 */

const DAYJS_LOCALES = { en: 'en', fr: 'fr-ch' } as const satisfies Record<Language, string>;
const PATTERNS = {
  en: { day: 'MMMM D', dayYear: 'MMMM D, YYYY', dateTime: 'MMMM D, YYYY / HH:mm' },
  fr: { day: 'D MMMM', dayYear: 'D MMMM YYYY', dateTime: 'D MMMM YYYY / HH:mm' },
} as const;

/**
 * Whose clocks are read: those of a time zone, by its IANA name; this device's own where there is none. What an event says of itself is
 * said by its own, or its tenth of February is the ninth on a screen elsewhere.
 */
export type Zone = string | null | undefined;

const inLanguage = (language: Language, time: number) => dayjs(time).locale(DAYJS_LOCALES[language]);

/** The day that it is there, at noon on this device's clocks. */
const dayIn = (time: number, zone: Zone): dayjs.Dayjs =>
  zone ? dayjs(`${dayText(calendarOf(zone).dayOf(time))}T12:00`) : dayjs(time);

/** 'MMMM D', with the year when in another year or more than 6 months away. Times in ms since 1970. */
export function formatDate(language: Language, time: number, now: number, zone?: Zone): string {
  const date = dayIn(time, zone).locale(DAYJS_LOCALES[language]);
  const today = dayjs(now);
  const far = date.isAfter(today.add(6, 'month')) || date.isBefore(today.subtract(6, 'month'));
  return dateWords(
    date.format(PATTERNS[language][date.year() !== today.year() || far ? 'dayYear' : 'day']),
    language,
  );
}

/** From the first of these days to the last, with the year where one of them has it: 'June 1 – 3', '1–3 juin'. */
export function formatDates(language: Language, times: readonly number[], now: number, zone?: Zone): string {
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => dayIn(time, zone).valueOf());
  if (first === undefined || last === undefined || dayjs(first).isSame(last, 'day'))
    return formatDate(language, first ?? now, now);
  const hasYear = [first, last].some((time) => /\d{4}/.test(formatDate(language, time, now)));
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'long',
    day: 'numeric',
    ...(hasYear ? { year: 'numeric' } : {}),
  });
  return dateWords(format.formatRange(first, last), language);
}

/** The time zone is named where this device has another. */
export const formatDateTime = (language: Language, time: number, zone?: Zone): string =>
  zone && !isOwnTimeZone(calendarOf(zone).timeZone)
    ? formatDateTimeAt(language, time, calendarOf(zone).timeZone)
    : dateWords(inLanguage(language, time).format(PATTERNS[language].dateTime), language);

/** As clocks show it in a time zone, which is named: 'June 1, 2026 / 18:00 (Europe/Zurich)'. */
export function formatDateTimeAt(language: Language, time: number, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options }).format(time);
  const clock = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${dateWords(part({ dateStyle: 'long' }), language)} / ${clock} (${timeZone})`;
}

const MS_OF_DAY = 86_400_000;
/** A day by its number since 1970 (domain/days.ts), in whatever time zone it was counted: 'Jun 1, 2026'. */
export const formatDay = (language: Language, day: number): string =>
  dateWords(
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', dateStyle: 'medium' }).format(
      day * MS_OF_DAY,
    ),
    language,
  );

/** The month of that day: 'June 2026'. */
export const formatMonth = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    day * MS_OF_DAY,
  );

/** 24 hours, as everywhere in the product. */
export const formatTime = (time: number, zone?: Zone): string =>
  zone ? clockText(calendarOf(zone).minuteOf(time)) : dayjs(time).format('HH:mm');

/** A session's start or end: 'HH:mm', or ms since 1970 in older documents; anything else as it is. */
export function formatClock(value: number | string | null | undefined, zone?: Zone): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'number' ? formatTime(value, zone) : value.slice(0, 5);
}

/** '19:00 – 23:30', '19:00', or null. */
export function formatSpan(
  start: number | string | null | undefined,
  end: number | string | null | undefined,
  zone?: Zone,
): string | null {
  const parts = [formatClock(start, zone), formatClock(end, zone)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('\u202f–\u202f');
}

/** The parts of a date for a calendar leaf: day of the month, and its short month. */
export function dateLeaf(
  language: Language,
  time: number,
  zone?: Zone,
): { day: string; month: string; weekday: string } {
  const date = dayIn(time, zone).locale(DAYJS_LOCALES[language]);
  return {
    day: date.format('D'),
    month: date.format('MMM').replace('.', ''),
    weekday: date.format('dddd'),
  };
}

export const formatNumber = numberText;

/** `share` is 0 to 1. */
export function formatPercent(language: Language, share: number): string {
  const text = new Intl.NumberFormat(LOCALES[language], { style: 'percent' }).format(share);
  return language === 'fr' ? frenchPercent(text) : text;
}

/** `cents` is in hundredths of the currency. */
export const formatMoney = (language: Language, cents: number, currency: Currency): string =>
  formatForeign(language, cents, currency.toUpperCase());

/** In any currency, by three capital letters: what a bank tells, and nothing else is in. */
export const formatForeign = (language: Language, cents: number, currency: string): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(cents / 100);

/** Sizes with the French units (o, ko, Mo) in both languages (specification 1 §9). */
export function formatBytes(language: Language, bytes: number): string {
  const units = ['o', 'ko', 'Mo', 'Go', 'To'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: digits }).format(value);
  return `${number}\u00a0${units[power] ?? ''}`;
}

interface Named {
  forename: string;
  surname: string;
}
/** 'Ada Lovelace' */
export const fullName = ({ forename, surname }: Named): string => `${forename} ${surname}`.trim();
/** 'Lovelace Ada', for lists in the order of surnames. */
export const listName = ({ forename, surname }: Named): string => `${surname} ${forename}`.trim();

/** The title of an event or session in the reader's language, the other one where it is missing. */
export const titleIn = (language: Language, item: { title: string; titleFrench?: string | null }): string =>
  language === 'fr' && item.titleFrench ? item.titleFrench : item.title;

/** Compares names as the language sorts them. */
export const collatorOf = (language: Language): Intl.Collator =>
  new Intl.Collator(LOCALES[language], { sensitivity: 'base', numeric: true });
