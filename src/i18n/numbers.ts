import type { Language } from '#domain/config.ts';
import { LOCALES } from './language.ts';

/** What stands between groups of three digits, as the platform has it. */
const BETWEEN = { en: ',', fr: '\u202f' } as const satisfies Record<Language, string>;

/**
 * As the platform writes it. Whole numbers, as nearly all are, without asking it: its first format of numbers takes a phone
 * as long as painting a screen does, and the first list would wait for it.
 */
export function numberText(language: Language, value: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    return new Intl.NumberFormat(LOCALES[language]).format(value);
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, BETWEEN[language]);
}
