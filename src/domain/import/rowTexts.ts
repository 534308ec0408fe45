import type { Category, Language, Title } from '../config.ts';
import { LIMITS, matchesPattern, type PatternName } from '../text/text.ts';
import { IMPORT_FIELDS, isListed, listedValue, type ImportField } from './fields.ts';
import type { ImportProblem } from './importProblem.ts';
import type { PlannedClient } from './planned.ts';

/* What the cells of one row say, each by itself. */

/** What holds for every row that does not say otherwise. */
export interface ImportSettings {
  sessionIds: readonly string[];
  language: Language;
  category: Category;
  /** For phone numbers without one, such as `+41`; empty leaves them as they are. */
  countryCode: string;
  /** The file's numbers are those of orders: who comes later of one of them cannot have it too. */
  numbersAreOrders?: boolean;
}

export type Values = Partial<Record<ImportField, string>>;
export type Problems = Partial<Record<ImportField, ImportProblem>>;

const PATTERN_OF: Partial<Record<ImportField, PatternName>> = {
  ...{ forename: 'name', surname: 'name', zip: 'name', country: 'name' },
  ...{
    company: 'freename',
    street: 'freename',
    city: 'freename',
    notes: 'text',
    diet: 'text',
    email: 'email',
    phone: 'phone',
  },
};
export function checkTexts(values: Values, problems: Problems): void {
  for (const field of ['forename', 'surname'] as const) if (!values[field]) problems[field] = 'required';
  for (const field of IMPORT_FIELDS) {
    const text = values[field];
    if (text === undefined || text === '') continue;
    if (isListed(field)) {
      if (listedValue(field, text) === null) problems[field] = `${field}_unknown`;
      continue;
    }
    const pattern = PATTERN_OF[field];
    if (pattern === undefined || matchesPattern(pattern, text)) continue;
    problems[field] = text.length > LIMITS[pattern] ? 'tooLong' : (pattern as ImportProblem);
  }
}

export type Person = Omit<PlannedClient, 'line' | 'registrations'>;

export function personOf(values: Values, settings: ImportSettings): Person {
  const { street = '', zip = '', city = '', country = '' } = values;
  const party = values.party ?? (settings.numbersAreOrders === true ? values.number : undefined);
  const listed = (field: 'title' | 'language' | 'category') =>
    values[field] === undefined ? null : listedValue(field, values[field]);
  return {
    number: values.number ?? '',
    title: listed('title') as Title | null,
    forename: values.forename ?? '',
    surname: values.surname ?? '',
    company: values.company ?? '',
    category: (listed('category') as Category | null) ?? settings.category,
    language: (listed('language') as Language | null) ?? settings.language,
    email: values.email ?? '',
    phone: values.phone ?? '',
    notes: values.notes ?? '',
    ...(values.diet === undefined ? {} : { diet: values.diet }),
    ...(party === undefined ? {} : { party }),
    address: street + zip + city + country === '' ? null : { street, zip, city, country },
  };
}
