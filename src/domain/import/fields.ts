import { CATEGORIES, LANGUAGES, TITLES, type Category, type Language, type Title } from '../config.ts';
import { fold } from '../search/search.ts';

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

/** Forename and surname, each in a column or both in one. */
export const namesPeople = (mapping: Mapping): boolean =>
  mapping.includes('fullName') || REQUIRED_FIELDS.every((field) => mapping.includes(field));

/** The field of each column of the file; null for a column that is not imported. A field has one column at most. */
export type Mapping = readonly (ImportField | null)[];

/**
 * What people write above their columns, in English, French and German, and what other programs do: pretix, Indico,
 * Eventbrite, Tito, Hi.Events, the contacts of Google and Outlook. Folded to letters and digits; the first are the best.
 */
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
      ...['n', 'nclient', 'ticketreference', 'publicid', 'ordercode', 'attendee'],
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
  forename: ['forename', 'prenom', 'firstname', 'givenname', 'first', 'prenoms', 'vorname'].concat([
    'ticketfirstname',
    'attendeefirstname',
    'attendeenamegivenname',
  ]),
  surname: [
    ...['surname', 'nom', 'lastname', 'familyname', 'nomdefamille', 'last', 'nomfamille', 'name', 'nachname'],
    'nompatronymique',
    ...['ticketlastname', 'attendeelastname', 'attendeenamefamilyname'],
  ],
  fullName: [
    ...['fullname', 'nomcomplet', 'attendeename', 'ticketfullname', 'prenometnom', 'nometprenom'],
    ...['displayname', 'contactname', 'nameofattendee', 'participant'],
  ],
  company: [
    ...['company', 'entreprise', 'societe', 'organisation', 'organization', 'raisonsociale', 'companyname'],
    ...['nomdelentreprise', 'nomdelasociete', 'employer', 'employeur', 'institution', 'firma'],
    ...['affiliation', 'ticketcompanyname', 'organizationname', 'organization1name', 'attendeecompany'],
  ],
  category: ['category', 'categorie', 'type', 'kind', 'typedeclient', 'groupe', 'group'],
  language: ['language', 'langue', 'lang', 'correspondencelanguage', 'languedecorrespondance'],
  email: [
    ...['email', 'mail', 'courriel', 'emailaddress', 'adresseemail', 'adressemail', 'adressecourriel'],
    ...['adresseelectronique', 'mel', 'emails'],
    ...['email1value', 'ticketemail', 'attendeeemail', 'emailadresse', 'adressedemessagerie'],
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
    ...['phone1value', 'ticketphonenumber', 'attendeephone', 'mobiltelefon', 'homephone', 'businessphone'],
    ...['telefon', 'telefonnummer'],
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
  diet: [
    ...['diet', 'regime', 'regimealimentaire', 'dietaryrequirements', 'dietaryrestrictions', 'dietary'],
    ...['allergies', 'allergy', 'intolerances', 'food', 'alimentation', 'ernahrung', 'specialdiet'],
  ],
  street: [
    'street',
    'rue',
    'address',
    'adresse',
    'streetaddress',
    'addressline',
    'adressepostale',
    'address1',
    ...['address1street', 'homeaddress1', 'businessstreet', 'homestreet', 'strasse', 'ruebureau'],
  ],
  zip: ['zip', 'npa', 'codepostal', 'postalcode', 'postcode', 'zipcode', 'cp', 'plz'].concat([
    'address1postalcode',
    'homezip',
    'businesspostalcode',
    'homepostalcode',
    'postleitzahl',
    'codepostalbureau',
  ]),
  city: ['city', 'ville', 'town', 'localite', 'lieu', 'ort'].concat([
    'address1city',
    'homecity',
    'businesscity',
    'villebureau',
  ]),
  country: ['country', 'pays', 'land'].concat([
    'address1country',
    'homecountry',
    'businesscountryregion',
    'homecountryregion',
    'paysregionbureau',
  ]),
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
  const mapping = found.map((match, column) =>
    match !== null && best.get(match.field)?.column === column ? match.field : null,
  );
  return withNames(mapping, headers);
}

/** A name alone is the whole name: 'Name' is a surname only beside a forename. A whole name beside both says nothing new. */
function withNames(mapping: Mapping, headers: readonly string[]): Mapping {
  const surname = mapping.indexOf('surname');
  if (mapping.includes('forename') && surname >= 0)
    return mapping.map((field) => (field === 'fullName' ? null : field));
  if (mapping.includes('forename') || mapping.includes('fullName') || surname < 0) return mapping;
  const isName = ['name', 'nom'].includes(headerKey(headers[surname] ?? ''));
  return isName ? mapping.map((field) => (field === 'surname' ? 'fullName' : field)) : mapping;
}

/** What a surname may begin with, in small letters. */
const PARTICLES = new Set(
  'al ap av bin d da das de degli dei del della den der des di do dos du el la las le les los mac of san st ten ter tho van vom von y zu zum zur'.split(
    ' ',
  ),
);

/** 'Lovelace, Ada', or 'Ada van der Berg': the surname is the last word, with the particles before it. */
export function splitName(whole: string): { forename: string; surname: string } {
  const text = whole.trim().replace(/\s+/g, ' ');
  const comma = text.indexOf(',');
  if (comma > 0) return { forename: text.slice(comma + 1).trim(), surname: text.slice(0, comma).trim() };
  const words = text.split(' ');
  let first = words.length - 1;
  while (first > 1 && PARTICLES.has(fold(words[first - 1] ?? ''))) first -= 1;
  return first < 1
    ? { forename: text, surname: '' }
    : { forename: words.slice(0, first).join(' '), surname: words.slice(first).join(' ') };
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
