import type { i18n } from 'i18next';
import { codes as english } from './en/codes.ts';
import { codes as french } from './fr/codes.ts';
import { frenchSpacing, mapTexts } from './typography.ts';

/** The words of one-time codes in both languages: apart from the catalogues, which the first page loads. */
export const CODE_WORDS = { en: { codes: english }, fr: { codes: mapTexts(french, frenchSpacing) } };

export function addCodeWords(instance: i18n): void {
  for (const language of ['en', 'fr'] as const) {
    if (instance.getResource(language, 'translation', 'codes') === undefined)
      instance.addResourceBundle(language, 'translation', CODE_WORDS[language]);
  }
}
