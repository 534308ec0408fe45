import { CATEGORIES, LANGUAGES, TITLES, type Category, type Language, type Title } from '../config.ts';
import { fold } from '../search/search.ts';
import { headingKey } from './headingKey.ts';

/** What a column of an imported file can mean (specification 1 §2, "Client import"; fields of §3). */
export const IMPORT_FIELDS = [
  'number',
  'title',
  'forename',
  'surname',
  'fullName',
  'company',
  'category',
  'language',
  'email',
  'phone',
  'notes',
  'diet',
  'party',
  'street',
  'zip',
  'city',
  'country',
  'session',
  'table',
  'seat',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Every client needs these, so a column must be mapped to each (specification 1 §5). */
const REQUIRED_FIELDS = ['forename', 'surname'] as const satisfies readonly ImportField[];

/** What is not there of forename and surname, each in a column or both in one. */
export const namesLacking = (mapping: Mapping): (typeof REQUIRED_FIELDS)[number][] =>
  mapping.includes('fullName') ? [] : REQUIRED_FIELDS.filter((field) => !mapping.includes(field));

export const namesPeople = (mapping: Mapping): boolean => namesLacking(mapping).length === 0;

/** The field of each column of the file; null for a column that is not imported. A field has one column at most. */
export type Mapping = readonly (ImportField | null)[];

/** Gives a column another field; the column that had it before has none then. */
export const remap = (mapping: Mapping, column: number, field: ImportField | null): Mapping =>
  mapping.map((old, index) => (index === column ? field : old === field ? null : old));

export const columnOf = (mapping: Mapping, field: ImportField): number => mapping.indexOf(field);

const TITLE_WORDS: Record<string, Title> = {
  ...{ mr: 'mr', m: 'mr', monsieur: 'mr', mister: 'mr', herr: 'mr', sir: 'mr', h: 'mr', homme: 'mr' },
  ...{
    mrs: 'mrs',
    ms: 'mrs',
    miss: 'mrs',
    mme: 'mrs',
    madame: 'mrs',
    mlle: 'mrs',
    frau: 'mrs',
    femme: 'mrs',
  },
  ...{ mademoiselle: 'mrs', f: 'mrs', other: 'other', autre: 'other', mx: 'other' },
};
const LANGUAGE_WORDS: Record<string, Language> = {
  ...{ en: 'en', english: 'en', anglais: 'en', eng: 'en', engb: 'en', enus: 'en', e: 'en' },
  ...{ fr: 'fr', french: 'fr', francais: 'fr', fra: 'fr', fre: 'fr', frch: 'fr', frfr: 'fr', f: 'fr' },
};
const CATEGORY_WORDS: Record<string, Category> = {
  ...{ company: 'company', entreprise: 'company', societe: 'company', corporate: 'company' },
  ...{ barter: 'barter', echange: 'barter', indiv: 'indiv', individual: 'indiv', particulier: 'indiv' },
  ...{
    individuel: 'indiv',
    prive: 'indiv',
    private: 'indiv',
    media: 'media',
    medias: 'media',
    presse: 'media',
  },
  ...{ press: 'media', ooc: 'ooc', organisingcommittee: 'ooc', organizingcommittee: 'ooc' },
  ...{ comitedorganisation: 'ooc', comite: 'ooc', org: 'org', organisation: 'org', organization: 'org' },
  ...{ organisateur: 'org', organizer: 'org', other: 'other', autre: 'other', sponsor: 'sponsor' },
};

type Listed = 'title' | 'language' | 'category';
const WORDS: Record<Listed, Record<string, string>> = {
  title: TITLE_WORDS,
  language: LANGUAGE_WORDS,
  category: CATEGORY_WORDS,
};
export const LISTS = {
  title: TITLES,
  language: LANGUAGES,
  category: CATEGORIES,
} as const satisfies Record<Listed, readonly string[]>;

export const isListed = (field: ImportField): field is Listed => field in LISTS;

/** Degrees stand where other programs ask for a title, and are none of ours: they say nothing, and nothing is wrong. */
const DEGREES = new Set([
  'dr',
  'drs',
  'prof',
  'professor',
  'professeur',
  'professeure',
  'ing',
  'phd',
  'med',
  'me',
  'rev',
]);
/** 'Frau' of 'Frau Prof. Dr.'; '' where there is nothing else. */
export const withoutDegrees = (text: string): string => {
  const words = text.split(/[\s.,/-]+/).filter((word) => word !== '');
  // Whatever has none stays as it is written.
  return words.some(isDegree) ? words.filter((word) => !isDegree(word)).join(' ') : text;
};
const isDegree = (word: string): boolean => DEGREES.has(fold(word));

/** The value of a fixed list that a word stands for, in either language; null for a word of neither. */
export function listedValue(field: Listed, word: string): string | null {
  return WORDS[field][headingKey(word)] ?? null;
}

/** A session's title as it is compared with a cell. */
export const titleKey = (title: string): string => fold(title).replace(/\s+/g, ' ').trim();
