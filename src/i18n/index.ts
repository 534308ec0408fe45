import i18next, { type i18n, type Resource } from 'i18next';
import type { Language } from '#domain/config.ts';
import type { English } from './en/index.ts';
import { numberText } from './numbers.ts';
import { withDe } from './typography.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English };
  }
}

/** Each language comes in two parts: a visit loads one language, and before the login the first part of it. */
async function firstWords(language: Language): Promise<object> {
  return language === 'en' ? (await import('./en/first.ts')).first : (await import('./fr/first.ts')).first;
}
async function restOfWords(language: Language): Promise<object> {
  return language === 'en' ? (await import('./en/rest.ts')).rest : (await import('./fr/rest.ts')).rest;
}

const hasRest = (instance: i18n, language: string): boolean =>
  instance.getResource(language, 'translation', 'home') !== undefined;

/** Another language for a running i18next. Throws where its catalogue cannot be had. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  // A part of it alone may be there (codeWords.ts).
  if (instance.getResource(language, 'translation', 'common') === undefined) {
    instance.addResourceBundle(language, 'translation', await firstWords(language));
  }
  // Where more than the first page is shown, another language comes whole.
  if (hasRest(instance, instance.language)) await addRest(instance, language);
  await instance.changeLanguage(language);
}

/**
 * The words of the screens behind the login, before one of them is shown. Throws where they cannot be had. Those of the
 * language that `coming` will most likely have are asked for at once.
 */
export async function addRestOfWords(coming: i18n | Promise<i18n>, likely?: Language): Promise<void> {
  if (likely !== undefined) restOfWords(likely).catch(() => undefined);
  const instance = await coming;
  // Another language may be chosen meanwhile.
  while (!hasRest(instance, instance.language)) await addRest(instance, instance.language as Language);
}

async function addRest(instance: i18n, language: Language): Promise<void> {
  if (hasRest(instance, language)) return;
  instance.addResourceBundle(language, 'translation', await restOfWords(language));
}

/** A new i18next with the catalogue of `language`; nothing global, so that tests and the server may have several. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = await createFirstI18n(language);
  await addRestOfWords(instance);
  return instance;
}

/** The same with the words of the first page alone. */
export async function createFirstI18n(language: Language): Promise<i18n> {
  return startI18n(language, { [language]: { translation: await firstWords(language) } } as Resource);
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
  instance.services.formatter?.add('number', (value, lng) =>
    numberText(lng === 'en' ? 'en' : 'fr', Number(value)),
  );
  instance.services.formatter?.add('de', (name) => withDe(String(name)));
  return instance;
}
