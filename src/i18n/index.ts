import i18next, { type i18n, type Resource } from 'i18next';
import type { Language } from '#domain/config.ts';
import type { English } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English };
  }
}

/** Each language is a part of its own: a visit loads one. */
async function loadCatalogue(language: Language): Promise<object> {
  return language === 'en' ? (await import('./en/index.ts')).en : (await import('./fr/index.ts')).fr;
}

/** Another language for a running i18next. Throws where its catalogue cannot be had. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  // A part of it alone may be there (codeWords.ts).
  if (instance.getResource(language, 'translation', 'common') === undefined) {
    instance.addResourceBundle(language, 'translation', await loadCatalogue(language));
  }
  await instance.changeLanguage(language);
}

/** A new i18next with the catalogue of `language`; nothing global, so that tests and the server may have several. */
export async function createI18n(language: Language): Promise<i18n> {
  return startI18n(language, { [language]: { translation: await loadCatalogue(language) } } as Resource);
}

async function startI18n(language: Language, resources: Resource): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    fallbackLng: language,
    resources,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}
