import type { Category, Language, Title } from '#domain/config.ts';
import { CITIES, COMPANIES, MEN, STREETS, SURNAMES, WOMEN } from './names.ts';
import type { Random } from './random.ts';

export interface Person {
  title: Title;
  forename: string;
  surname: string;
  company: string | null;
  category: Category;
  language: Language;
  email: string | null;
  phone: string | null;
}

export type PostalAddress = {
  name: string;
  street: string;
  zip: string;
  city: string;
  country: string;
};

export function makePerson(random: Random): Person {
  const isWoman = random.chance(0.5);
  const forename = random.pick(isWoman ? WOMEN : MEN);
  const surname = random.chance(0.06)
    ? `${random.pick(SURNAMES)}-${random.pick(SURNAMES)}`
    : random.pick(SURNAMES);
  const title = random.chance(0.03) ? 'other' : isWoman ? 'mrs' : 'mr';
  const category = random.weighted<Category>({
    indiv: 50,
    company: 25,
    sponsor: 8,
    media: 5,
    org: 5,
    other: 3,
    barter: 2,
    ooc: 2,
  });
  const hasCompany = category !== 'indiv' || random.chance(0.2);
  const language = random.chance(0.65) ? 'fr' : 'en';
  const provider = random.pick(['example.com', 'example.net', 'example.org', 'mail.example.com']);
  return {
    title,
    forename,
    surname,
    company: hasCompany ? random.pick(COMPANIES) : null,
    category,
    language,
    email: random.chance(0.92)
      ? `${plain(forename)}.${plain(surname)}${random.int(1, 99)}@${provider}`
      : null,
    phone: random.chance(0.8) ? makePhone(random) : null,
  };
}

export function makeAddress(random: Random, name: string): PostalAddress {
  const town = random.pick(CITIES);
  const cut = town.indexOf(' ');
  return {
    name,
    street: `${random.pick(STREETS)} ${random.int(1, 120)}`,
    zip: town.slice(0, cut),
    city: town.slice(cut + 1),
    country: 'Suisse',
  };
}

function makePhone(random: Random): string {
  const pair = (): string => String(random.int(0, 99)).padStart(2, '0');
  return `+41 ${random.pick([76, 77, 78, 79])} ${random.int(200, 999)} ${pair()} ${pair()}`;
}

/** For e-mail addresses: no accents, no spaces. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-z-]/g, '');
}
