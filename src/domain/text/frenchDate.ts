import type { Language } from '../config.ts';

/** What the platform writes of a date, as the language has it. */
export const dateWords = (text: string, language: Language): string =>
  language === 'fr' ? frenchDate(text) : text;

/**
 * The first of a month as French writes it: '1er mai', '1er–3 juin', 'samedi 1er mai 2027', without the comma that tables
 * of locales put after a day of the week. For whatever the platform has written of dates in French; the rest stays.
 */
export const frenchDate = (text: string): string =>
  text.replace(/^(\p{L}+), /u, '$1 ').replaceAll(/(?<![\d.,:/])1(?=(?:\s?–\s?\d{1,2})?\s\p{L}{3})/gu, '1er');
