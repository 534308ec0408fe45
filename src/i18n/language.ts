import type { Language } from '#domain/config.ts';

/** The interface is French unless the browser's first language starts with `en` (specification 2 §1). */
export function chooseLanguage(browserLanguage: string | undefined): Language {
  return browserLanguage?.toLowerCase().startsWith('en') ? 'en' : 'fr';
}

/** One locale per language (specification 2 §1): numbers, money and the order of dates follow from it. */
export const LOCALES = { en: 'en-US', fr: 'fr-CH' } as const satisfies Record<Language, string>;
