import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { changeLanguage } from '#i18n/index.ts';
import { chooseLanguage, LOCALES } from '#i18n/language.ts';

const KEY = 'foyer.language';

/** Each language in its own words, for whoever cannot read the other. */
export const OWN_NAMES = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>;

/** What was chosen on this device; the first time, the browser decides (specification 2 §1). */
export function firstLanguage(): Language {
  return LANGUAGES.find((language) => language === kept()) ?? chooseLanguage(navigator.language);
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** For the browser and for screen readers. */
export function markLanguage(language: Language): void {
  document.documentElement.lang = LOCALES[language];
}

/**
 * The language of the interface, and how to choose another. The choice belongs to the device: a tablet that passes from
 * hand to hand at the door keeps its language, and the login page has it before anybody is known.
 */
export function useLanguageChoice(): [Language, (next: Language) => Promise<void>] {
  const { i18n } = useTranslation();
  const language: Language = i18n.language === 'en' ? 'en' : 'fr';
  async function choose(next: Language): Promise<void> {
    await changeLanguage(i18n, next);
    markLanguage(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A full or forbidden storage: the choice lasts as long as the page.
    }
  }
  return [language, choose];
}
