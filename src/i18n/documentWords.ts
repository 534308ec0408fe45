import type { Language } from '#domain/config.ts';
import { numberFormat } from '#domain/formats.ts';
import type { AddressedPerson, DocumentWords } from '#domain/templates/values.ts';
import { titles } from './en/values.ts';
import { titles as frenchTitles } from './fr/values.ts';
import { LOCALES } from './language.ts';
import { frenchPercent, frenchSpacing } from './typography.ts';

const fullName = ({ forename, surname }: AddressedPerson): string => `${forename} ${surname}`.trim();

const percentOf = (locale: string, share: number): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(share);

const en: DocumentWords = {
  locale: LOCALES.en,
  isFrench: false,
  title: (title) => (title == null || title === 'other' ? '' : titles[title]),
  dear(person) {
    if (fullName(person) === '') return 'Dear Sir or Madam';
    const isTitled = (person.title === 'mr' || person.title === 'mrs') && person.surname !== '';
    return isTitled ? `Dear ${en.title(person.title)} ${person.surname}` : `Dear ${fullName(person)}`;
  },
  rate: (kind, percent) =>
    kind === 'full' ? 'Full price' : kind === 'free' ? 'Free of charge' : `${percent}% off`,
  percent: (share) => percentOf(LOCALES.en, share),
};

const fr: DocumentWords = {
  locale: LOCALES.fr,
  isFrench: true,
  title: (title) => (title == null || title === 'other' ? '' : frenchTitles[title]),
  dear(person) {
    if (fullName(person) === '') return 'Madame, Monsieur';
    if (person.surname !== '' && person.title === 'mr') return `Cher Monsieur ${person.surname}`;
    if (person.surname !== '' && person.title === 'mrs') return `Chère Madame ${person.surname}`;
    return `Bonjour ${fullName(person)}`;
  },
  rate: (kind, percent) =>
    frenchSpacing(
      kind === 'full' ? 'Plein tarif' : kind === 'free' ? 'Gratuit' : `Rabais de ${percent}\u00a0%`,
    ),
  percent: (share) => frenchPercent(percentOf(LOCALES.fr, share), '\u00a0'),
};

/** What documents say by themselves, in the language of whom they are for. */
export const DOCUMENT_WORDS: Record<Language, DocumentWords> = { en, fr };
/** Printed across what is no invoice yet (readings, no. 52). */
export const DRAFT_STAMP: Record<Language, string> = { en: 'DRAFT', fr: 'PROJET' };
