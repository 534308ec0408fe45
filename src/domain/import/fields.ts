import { CATEGORIES, LANGUAGES, TITLES, type Category, type Language, type Title } from '../config.ts';
import { fold } from '../search/search.ts';

/** What a column of an imported file can mean (specification 1 §2, "Client import"; fields of §3). */
export const IMPORT_FIELDS = [
  'number',
  'title',
  'forename',
  'surname',
  'company',
  'category',
  'language',
  'email',
  'phone',
  'notes',
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
export const REQUIRED_FIELDS = ['forename', 'surname'] as const satisfies readonly ImportField[];

/** The field of each column of the file; null for a column that is not imported. A field has one column at most. */
export type Mapping = readonly (ImportField | null)[];

/** What people write above their columns, in English and French, folded to letters. The first names are the best. */
const HEADERS: Record<ImportField, readonly string[]> = {
  number: [
    ...[
      'number',
      'numero',
      'code',
      'clientnumber',
      'numeroclient',
      'numerodeclient',
      'no',
      'num',
      'nr',
      'id',
    ],
    ...[
      'n',
      'nclient',
      'badge',
      'barcode',
      'codebarre',
      'codebarres',
      'ticket',
      'billet',
      'reference',
      'ref',
    ],
  ],
  title: ['title', 'titre', 'civilite', 'salutation', 'politesse', 'appel'],
  forename: ['forename', 'prenom', 'firstname', 'givenname', 'first', 'prenoms', 'vorname'],
  surname: [
    ...['surname', 'nom', 'lastname', 'familyname', 'nomdefamille', 'last', 'nomfamille', 'name', 'nachname'],
    'nompatronymique',
  ],
  company: [
    ...['company', 'entreprise', 'societe', 'organisation', 'organization', 'raisonsociale', 'companyname'],
    ...['nomdelentreprise', 'nomdelasociete', 'employer', 'employeur', 'institution', 'firma'],
  ],
  category: ['category', 'categorie', 'type', 'kind', 'typedeclient', 'groupe', 'group'],
  language: ['language', 'langue', 'lang', 'correspondencelanguage', 'languedecorrespondance'],
  email: [
    ...['email', 'mail', 'courriel', 'emailaddress', 'adresseemail', 'adressemail', 'adressecourriel'],
    ...['adresseelectronique', 'mel', 'emails'],
  ],
  phone: [
    ...['phone', 'telephone', 'mobile', 'tel', 'phonenumber', 'numerodetelephone', 'portable', 'natel'],
    ...[
      'cell',
      'cellphone',
      'mobilephone',
      'telephonemobile',
      'telephoneportable',
      'telmobile',
      'gsm',
      'telportable',
    ],
  ],
  notes: [
    'notes',
    'note',
    'remarks',
    'remarques',
    'remark',
    'remarque',
    'comment',
    'comments',
    'commentaire',
  ].concat(['commentaires', 'observations']),
  street: [
    'street',
    'rue',
    'address',
    'adresse',
    'streetaddress',
    'addressline',
    'adressepostale',
    'address1',
  ],
  zip: ['zip', 'npa', 'codepostal', 'postalcode', 'postcode', 'zipcode', 'cp', 'plz'],
  city: ['city', 'ville', 'town', 'localite', 'lieu', 'ort'],
  country: ['country', 'pays', 'land'],
  session: ['session', 'seance', 'sessiontitle', 'sessions'],
  table: ['table', 'tablenumber', 'numerodetable', 'notable', 'ntable', 'ndetable', 'tableno', 'tisch'],
  seat: [
    'seat',
    'siege',
    'seatnumber',
    'numerodesiege',
    'numerodeplace',
    'chaise',
    'place',
    'nplace',
    'ndeplace',
    'nsiege',
    'placeassise',
    'sitz',
  ],
};

const headerKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

const rankOf = new Map<string, { field: ImportField; rank: number }>();
for (const field of IMPORT_FIELDS) {
  for (const [rank, name] of HEADERS[field].entries()) rankOf.set(name, { field, rank });
}

/**
 * Finds the field of each header, in English and French, whatever its case, accents and punctuation. Where two columns
 * could be the same field, the better known name has it, then the one more to the left.
 */
export function matchHeaders(headers: readonly string[]): Mapping {
  const found = headers.map((header) => rankOf.get(headerKey(header)) ?? null);
  const best = new Map<ImportField, { rank: number; column: number }>();
  for (const [column, match] of found.entries()) {
    if (match === null) continue;
    const before = best.get(match.field);
    if (before === undefined || match.rank < before.rank) {
      best.set(match.field, { rank: match.rank, column });
    }
  }
  return found.map((match, column) =>
    match !== null && best.get(match.field)?.column === column ? match.field : null,
  );
}

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

/** The value of a fixed list that a word stands for, in either language; null for a word of neither. */
export function listedValue(field: Listed, word: string): string | null {
  return WORDS[field][headerKey(word)] ?? null;
}

/** A session's title as it is compared with a cell. */
export const titleKey = (title: string): string => fold(title).replace(/\s+/g, ' ').trim();
