import codes from 'i18n-iso-countries/codes.json';
import type { Language } from '#domain/config.ts';
import { countryCode } from '#domain/money/bankAccount.ts';
import { LOCALES } from '#i18n/language.ts';

interface Country {
  code: string;
  name: string;
}

const known = new Map<Language, readonly Country[]>();

/** All countries of ISO 3166, in the order in which people of that language look for them. */
export function countriesIn(language: Language): readonly Country[] {
  const countries = known.get(language) ?? listed(language);
  known.set(language, countries);
  return countries;
}

function listed(language: Language): Country[] {
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'region', fallback: 'none' });
  const order = new Intl.Collator(LOCALES[language]);
  return codes
    .flatMap(([code = '']) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((a, b) => order.compare(a.name, b.name));
}

/** What somebody wrote or chose, by its code; null where it is none of them. */
export function knownCountry(written: string): string | null {
  const code = countryCode(written);
  return code !== null && countriesIn('en').some((country) => country.code === code) ? code : null;
}

/** As it stands in an address of that language. */
export const countryName = (code: string, language: Language): string =>
  countriesIn(language).find((country) => country.code === code)?.name ?? code;
