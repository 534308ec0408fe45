import { calendarOf } from '../days.ts';
import { dateFormat, numberFormat } from '../formats.ts';
import type { Currency, Title } from '../config.ts';
import { DEFAULT_CURRENCY } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Session } from '../documents/session.ts';
import { numberOf } from '../money/invoice.ts';
import { shownRate, type RateKind } from '../money/rate.ts';
import { amountsOf } from '../money/vat.ts';
import { frenchDate } from '../text/frenchDate.ts';
import type { RegistrationFacts } from './facts.ts';
import type { TemplateKind, TemplateVariable } from './variables.ts';

export interface AddressedPerson {
  title?: Title | null;
  forename: string;
  surname: string;
}

/** What a language says itself; its catalogue has them (src/i18n/documentWords.ts). */
export interface DocumentWords {
  /** BCP 47. */
  locale: string;
  isFrench: boolean;
  /** '' for whoever has none. */
  title(title: Title | null | undefined): string;
  /** How a letter begins. */
  dear(person: AddressedPerson): string;
  rate(kind: RateKind, percent: number): string;
  /** `share` is 0 to 1. */
  percent(share: number): string;
}

export interface ValueOptions {
  /** ms; the document's date. */
  now: number;
  /** The template's, for what depends on what else stands on it. */
  boxes?: readonly { variableKey?: string | null | undefined }[];
}

export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

/** The texts of one document, copy by copy: an invitation has one for each client, an invoice is one (readings, no. 36). */
export function copiesOf(
  kind: TemplateKind,
  facts: RegistrationFacts,
  words: DocumentWords,
  options: ValueOptions,
): readonly TemplateValues[] {
  if (kind === 'invoice') return [valuesOf(facts, null, words, options)];
  return facts.clients.map((client) => valuesOf(facts, client, words, options));
}

/** The texts for one client; for the registration as a whole where it is null. Several lines are parted by `\n`. */
function valuesOf(
  facts: RegistrationFacts,
  client: Client | null,
  words: DocumentWords,
  { now, boxes = [] }: ValueOptions,
): TemplateValues {
  const { event, consumer } = facts;
  // A letter reads the same wherever it was made.
  const { timeZone } = calendarOf(event.timeZone);
  const person = client ?? payerOf(facts);
  const own =
    client === null ? facts.sessions : facts.sessions.filter(({ clientIds }) => clientIds.has(client._id));
  const sessions = own.map(({ session }) => session);
  const listed = listsAll(boxes) ? facts.sessions.map(({ session }) => session) : sessions;
  const titleOf = ({ title, titleFrench }: Session): string =>
    words.isFrench && titleFrench ? titleFrench : title;
  const format = dateFormat(words.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
  const date = (time: number): string =>
    words.isFrench ? frenchDate(format.format(time)) : format.format(time);
  const address = addressOf(consumer?.address);
  return {
    title: words.title(person.title),
    forename: person.forename,
    surname: person.surname,
    fullname: `${person.forename} ${person.surname}`.trim(),
    dear: words.dear(person),
    company: person.company ?? '',
    address,
    // None of its own: it is the same (the form's 'identical').
    address_sec: addressOf(consumer?.addressSec) || address,
    sessions: facts.sessions.map(({ session }) => titleOf(session)).join('\n'),
    // Line by line beside the sessions that are listed.
    dates_sessions: listed.map((session) => date(session.date)).join('\n'),
    horaires_sessions: listed.map((session) => hoursOf(session, words, timeZone)).join('\n'),
    ...amountTexts(consumer?.registration, words),
    invoice_id: consumer === null ? '' : numberOf(consumer, event.invoicePrefix),
    document_date: date(now),
    number: client?.number ?? '',
    qr_code: client?.number ?? '',
    sessions_client: sessions.map(titleOf).join('\n'),
  };
}

/**
 * Whether a template lists the registration's sessions and not those of whom the copy is for: a guest's own day would stand beside another
 * session than theirs.
 */
function listsAll(boxes: NonNullable<ValueOptions['boxes']>): boolean {
  const has = (variable: TemplateVariable): boolean =>
    boxes.some(({ variableKey }) => variableKey === variable);
  return has('sessions') && !has('sessions_client');
}

/** Whom an invoice names: the registration's person, what it lacks from the first client. */
export function payerOf({
  consumer,
  clients: [first],
}: RegistrationFacts): AddressedPerson & { company?: string | null } {
  const person = consumer?.person;
  const isNamed = Boolean(person?.forename ?? '') || Boolean(person?.surname ?? '');
  const named = isNamed ? person : first;
  return {
    title: named?.title ?? null,
    forename: named?.forename ?? '',
    surname: named?.surname ?? '',
    company: person?.company || (isNamed ? '' : first?.company) || '',
  };
}

function addressOf(address: Consumer['address']): string {
  if (address == null) return '';
  const { name, street, zip, city, country } = address;
  const place = [zip, city].filter(Boolean).join(' ');
  return [name, street, place, country].filter(Boolean).join('\n');
}

/** '19:00 – 23:30', '19:00', or nothing. */
function hoursOf({ timeStart, timeEnd }: Session, { locale }: DocumentWords, timeZone: string): string {
  const clock = (value: Session['timeStart']): string => {
    if (value == null || value === '') return '';
    if (typeof value === 'string') return value.slice(0, 5);
    const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    return dateFormat(locale, options).format(value);
  };
  return [clock(timeStart), clock(timeEnd)].filter((part) => part !== '').join(' – ');
}

/** How documents and messages write an amount. */
export const moneyFormat = ({ locale }: DocumentWords, currency: Currency): Intl.NumberFormat =>
  numberFormat(locale, { style: 'currency', currency: currency.toUpperCase() });

function amountTexts(
  registration: Consumer['registration'],
  words: DocumentWords,
): Pick<TemplateValues, 'amount' | 'amount_excl' | 'amount_vat' | 'vat' | 'rate'> {
  if (registration == null) return { amount: '', amount_excl: '', amount_vat: '', vat: '', rate: '' };
  const { net, vat, total } = amountsOf(registration);
  const money = moneyFormat(words, registration.currency ?? DEFAULT_CURRENCY);
  const { kind, percent: shown } = shownRate(registration.rate);
  return {
    amount: money.format(total / 100),
    amount_excl: money.format(net / 100),
    amount_vat: money.format(vat / 100),
    vat: words.percent(registration.vat / 10_000),
    rate: [words.rate(kind, shown), registration.rateName].filter(Boolean).join(' · '),
  };
}
