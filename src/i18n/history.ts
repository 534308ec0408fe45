import { DOCUMENT_WORDS } from './documentWords.ts';
import type { Language } from '#domain/config.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import type { FieldChange, HistoryCode, HistoryParams, HistoryValue, ManyClients } from './historyCodes.ts';
import { fieldName } from './historyFields.ts';
import { historyWords, type HistoryWords } from './historyWords.ts';
import { writtenIn } from './writtenIn.ts';

export type {
  FieldChange,
  HistoryChange,
  HistoryCode,
  HistoryParams,
  HistoryValue,
  ManyClients,
  PlaceName,
} from './historyCodes.ts';

/** One sentence per code; a missing language or code does not compile. */
type Money = HistoryParams['card_paid'];
type Sentences = { [C in HistoryCode]: (params: HistoryParams[C], words: Words) => string };

/** The shared words with what depends on the reader: the time zone of dates. */
interface Words extends HistoryWords {
  date(time: number): string;
  /** Without the time: a session's date is noon of its day, whenever it begins. */
  day(time: number): string;
  /** Of 'YYYY-MM-DD'. */
  calendarDay(text: string): string;
  /** Cents; without a currency where none is known. */
  money(cents: number, currency: string | undefined): string;
  /** 1 is 100 %. */
  percent(share: number): string;
  /** A product as it is stored: the option's id, its kind, or both (`factsOf` of the history). */
  product(stored: string | null): string;
}

const sentences: Record<Language, Sentences> = {
  en: {
    client_created: ({ client, number }, w) =>
      `${who(client, w)} created${number === '' ? '' : ` (${number})`}`,
    client_updated: ({ client, changes }, w) => `${who(client, w)} changed: ${list(changes, w)}`,
    client_deleted: ({ client }, w) => `${who(client, w)} deleted`,
    client_restored: ({ client }, w) => `${who(client, w)} restored`,
    client_removed: ({ client }, w) => `${who(client, w)} removed for good`,
    person_erased: () => 'Personal data erased',
    about_erased: () => 'An entry about a person who was erased since',
    consumer_updated: ({ name, changes }, w) => `Registration of ${who(name, w)}: ${list(changes, w)}`,
    consumer_removed: ({ name }, w) => `Registration of ${who(name, w)} removed for good`,
    session_created: ({ clients }) =>
      clients === 0 ? 'Session created' : `Session created with ${plural(clients, 'client', 'clients')}`,
    session_updated: ({ changes }, w) => `Session changed: ${list(changes, w)}`,
    session_status: ({ from, to }, w) => `Session status: ${w.status[from]} → ${w.status[to]}`,
    session_deleted: () => 'Session deleted',
    plan_created: ({ tables }) => `Seating plan created with ${plural(tables, 'table', 'tables')}`,
    plan_changed: (counts) =>
      `Seating plan changed: ${tableCounts(counts, {
        added: (n) => `${plural(n, 'table', 'tables')} added`,
        removed: (n) => `${plural(n, 'table', 'tables')} removed`,
        changed: (n) => `${plural(n, 'table', 'tables')} changed`,
      })}`,
    plan_removed: () => 'Seating plan removed',
    registrations_added: (many, w) =>
      `${plural(many.count, 'client', 'clients')} registered: ${names(many, w)}`,
    registrations_removed: (many, w) =>
      `${plural(many.count, 'registration', 'registrations')} removed: ${names(many, w)}`,
    placement_changed: ({ client, from, to }, w) => {
      const name = who(client, w);
      if (to === null)
        return from === null
          ? `${name}: placement removed`
          : `${name}: left ${w.seat(from.table, from.seat)}`;
      const seat = w.seat(to.table, to.seat);
      return from === null
        ? `${name} placed: ${seat}`
        : `${name} moved: ${w.seat(from.table, from.seat)} → ${seat}`;
    },
    placements_changed: (many, w) =>
      `${plural(many.count, 'placement', 'placements')} changed: ${names(many, w)}`,
    product_changed: ({ client, from, to }, w) =>
      `${who(client, w)}, product: ${w.product(from)} → ${w.product(to)}`,
    products_changed: (many, w) =>
      `Product of ${plural(many.count, 'client', 'clients')} changed: ${names(many, w)}`,
    checked_in: ({ client, device, method }, w) =>
      `${who(client, w)} checked in ${w.method[method]}${device === '' ? '' : ` (${device})`}`,
    checkin_cancelled: ({ client, device, method }, w) =>
      `Check-in of ${who(client, w)} cancelled ${w.method[method]}${device === '' ? '' : ` (${device})`}`,
    checkin_restored: ({ client, device, method }, w) =>
      `Check-in of ${who(client, w)} restored ${w.method[method]}${device === '' ? '' : ` (${device})`}`,
    double_seen: ({ client, device }, w) =>
      `Double entry of ${who(client, w)} marked as seen${device === '' ? '' : ` (${device})`}`,
    gone_seen: ({ client, device }, w) =>
      `That ${who(client, w)} is in and no longer in this session, marked as seen${device === '' ? '' : ` (${device})`}`,
    canceled_seen: ({ client, device }, w) =>
      `That ${who(client, w)} is in and their registration is cancelled, marked as seen${device === '' ? '' : ` (${device})`}`,
    money_noted: (money, w) => `${money.amount < 0 ? 'Refund' : 'Payment'} noted: ${noted(money, w)}`,
    money_unnoted: (money, w) => `Note of a payment taken back: ${noted(money, w)}`,
    card_paid: (money, w) => `Paid by card: ${sum(money, w)}`,
    card_refunded: (money, w) => `Given back by card: ${sum(money, w)}`,
    card_disputed: (money, w) => `${w.dispute[money.outcome]}: ${sum(money, w)}`,
    invoice_issued: (money, w) => `Invoice ${money.number} issued: ${sum(money, w)}`,
    invoice_taken_back: (money, w) =>
      `Invoice ${money.invoice} taken back by credit note ${money.number}: ${sum(money, w)}`,
    version_overruled: ({ docType, name, changes }, w) =>
      `Simultaneous changes to the ${w.docType[docType]}${name === '' ? '' : ` ${w.quote(name)}`}; ` +
      `the newer ones were kept. Overruled: ${list(changes, w)}`,
  },
  // People's names follow a colon: "de" before a name would have to become "d’" before a vowel.
  fr: {
    client_created: ({ client, number }, w) =>
      `Client créé${w.colon}${who(client, w)}${number === '' ? '' : ` (${number})`}`,
    client_updated: ({ client, changes }, w) =>
      `Client modifié${w.colon}${who(client, w)}, ${list(changes, w)}`,
    client_deleted: ({ client }, w) => `Client supprimé${w.colon}${who(client, w)}`,
    client_restored: ({ client }, w) => `Client restauré${w.colon}${who(client, w)}`,
    client_removed: ({ client }, w) => `Client supprimé définitivement${w.colon}${who(client, w)}`,
    person_erased: () => 'Données personnelles effacées',
    about_erased: () => 'Une entrée sur une personne effacée depuis',
    consumer_updated: ({ name, changes }, w) =>
      `Inscription modifiée${w.colon}${who(name, w)}, ${list(changes, w)}`,
    consumer_removed: ({ name }, w) => `Inscription supprimée définitivement${w.colon}${who(name, w)}`,
    session_created: ({ clients }) =>
      clients === 0 ? 'Session créée' : `Session créée avec ${plural(clients, 'client', 'clients')}`,
    session_updated: ({ changes }, w) => `Session modifiée${w.colon}${list(changes, w)}`,
    session_status: ({ from, to }, w) => `Statut de la session${w.colon}${w.status[from]} → ${w.status[to]}`,
    session_deleted: () => 'Session supprimée',
    plan_created: ({ tables }) => `Plan de salle créé avec ${plural(tables, 'table', 'tables')}`,
    plan_changed: (counts, w) =>
      `Plan de salle modifié${w.colon}${tableCounts(counts, {
        added: (n) => plural(n, 'table ajoutée', 'tables ajoutées'),
        removed: (n) => plural(n, 'table supprimée', 'tables supprimées'),
        changed: (n) => plural(n, 'table modifiée', 'tables modifiées'),
      })}`,
    plan_removed: () => 'Plan de salle supprimé',
    registrations_added: (many, w) =>
      `${plural(many.count, 'client inscrit', 'clients inscrits')}${w.colon}${names(many, w)}`,
    registrations_removed: (many, w) =>
      `${plural(many.count, 'inscription retirée', 'inscriptions retirées')}${w.colon}${names(many, w)}`,
    placement_changed: ({ client, from, to }, w) => {
      const name = who(client, w);
      if (to === null) {
        return `Placement retiré${w.colon}${name}${from === null ? '' : ` (${w.seat(from.table, from.seat)})`}`;
      }
      const seat = w.seat(to.table, to.seat);
      return from === null
        ? `Placement${w.colon}${name}, ${seat}`
        : `Déplacement${w.colon}${name}, ${w.seat(from.table, from.seat)} → ${seat}`;
    },
    placements_changed: (many, w) =>
      `${plural(many.count, 'placement modifié', 'placements modifiés')}${w.colon}${names(many, w)}`,
    product_changed: ({ client, from, to }, w) =>
      `Produit modifié${w.colon}${who(client, w)}, ${w.product(from)} → ${w.product(to)}`,
    products_changed: (many, w) =>
      `Produit modifié pour ${plural(many.count, 'client', 'clients')}${w.colon}${names(many, w)}`,
    checked_in: ({ client, device, method }, w) =>
      `Arrivée enregistrée ${w.method[method]}${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    checkin_cancelled: ({ client, device, method }, w) =>
      `Arrivée annulée ${w.method[method]}${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    checkin_restored: ({ client, device, method }, w) =>
      `Arrivée rétablie ${w.method[method]}${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    double_seen: ({ client, device }, w) =>
      `Double entrée marquée comme vue${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    gone_seen: ({ client, device }, w) =>
      `Sur place mais plus dans cette session, marqué comme vu${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    canceled_seen: ({ client, device }, w) =>
      `Sur place malgré une inscription annulée, marqué comme vu${w.colon}${who(client, w)}${device === '' ? '' : ` (${device})`}`,
    money_noted: (money, w) =>
      `${money.amount < 0 ? 'Remboursement noté' : 'Paiement noté'}${w.colon}${noted(money, w)}`,
    money_unnoted: (money, w) => `Note d’un paiement retirée${w.colon}${noted(money, w)}`,
    card_paid: (money, w) => `Payé par carte${w.colon}${sum(money, w)}`,
    card_refunded: (money, w) => `Remboursé par carte${w.colon}${sum(money, w)}`,
    card_disputed: (money, w) => `${w.dispute[money.outcome]}${w.colon}${sum(money, w)}`,
    invoice_issued: (money, w) => `Facture ${money.number} émise${w.colon}${sum(money, w)}`,
    invoice_taken_back: (money, w) =>
      `Facture ${money.invoice} annulée par la note de crédit ${money.number}${w.colon}${sum(money, w)}`,
    version_overruled: ({ docType, name, changes }, w) =>
      `Modifications simultanées (${w.docType[docType]}${name === '' ? '' : ` ${w.quote(name)}`})${w.colon}` +
      `les plus récentes ont été conservées. Valeurs écartées${w.colon}${list(changes, w)}`,
  },
};

export const HISTORY_CODES = Object.keys(sentences.en) as HistoryCode[];

/**
 * A history event in words (specification 1 §2 History: column message). `params` are those of `code`. Dates appear in
 * the time zone of the server, or in `timeZone` (an IANA name). `options` are the names of products' options by their ids.
 */
export function describeChange<C extends HistoryCode>(
  code: C,
  params: HistoryParams[C],
  language: Language,
  timeZone?: string,
  options: ReadonlyMap<string, string> = new Map(),
): string {
  const words = historyWords[language];
  const date = (time: number): string => timeInWords(time, language, timeZone);
  const day = (time: number): string => dateWords(dateFormat(words.locale, timeZone).format(time), language);
  const calendarDay = (text: string): string => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? text : dateWords(dateFormat(words.locale, 'UTC').format(time), language);
  };
  const money = (cents: number, currency: string | undefined): string =>
    moneyFormat(words.locale, currency).format(cents / 100);
  const percent = (share: number): string => DOCUMENT_WORDS[language].percent(share);
  const product = (stored: string | null): string => productText(stored, words, options);
  return sentences[language][code](params, { ...words, date, day, calendarDay, money, percent, product });
}

/** The day and the time of `time` (ms). */
export const timeInWords = (time: number, language: Language, timeZone?: string): string =>
  dateWords(dateFormat(historyWords[language].locale, timeZone, 'short').format(time), language);

function productText(
  stored: string | null,
  words: HistoryWords,
  options: ReadonlyMap<string, string>,
): string {
  if (stored === null) return words.none;
  const parts = stored.split(' · ');
  const kind = options.has(stored) ? undefined : words.value[`product:${parts.at(-1)}`];
  const option = kind === undefined ? stored : parts.slice(0, -1).join(' · ');
  const name = (options.get(option) ?? option).replaceAll(/\s+/g, ' ');
  return [name, kind].filter(Boolean).join(' · ');
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(locale: string, currency: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${currency ?? ''}`;
  const known = moneyFormats.get(key);
  if (known !== undefined) return known;
  const isCode = currency !== undefined && /^[a-z]{3}$/i.test(currency);
  const style = isCode ? ({ style: 'currency', currency } as const) : ({} as const);
  const format = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 2 });
  moneyFormats.set(key, format);
  return format;
}

/** Making a format takes longer than using it a hundred times, and a history has thousands of events. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, timeZone: string | undefined, timeStyle?: 'short'): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone ?? ''} ${timeStyle ?? ''}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle, timeZone });
  formats.set(key, format);
  return format;
}

const who = (client: string, w: Words): string => (client === '' ? w.unnamed : client);
const sum = ({ client, amount, currency }: Money, w: Words): string =>
  `${who(client, w)}, ${w.money(Math.abs(amount), currency)}`;
const noted = (money: HistoryParams['money_noted'], w: Words): string =>
  `${sum(money, w)}, ${money.day === null ? w.kind[money.kind] : `${w.statement} ${w.calendarDay(money.day)}`}`;
const plural = (count: number, one: string, many: string): string =>
  // French counts 0 as one, but no event is about nothing.
  `${count} ${count === 1 ? one : many}`;

function names(many: ManyClients, w: Words): string {
  const rest = many.count - many.names.length;
  const shown = many.names.map((name) => who(name, w)).join(', ');
  if (rest <= 0) return shown;
  return shown === '' ? w.andMore(rest) : `${shown} ${w.andMore(rest)}`;
}

function list(changes: readonly FieldChange[], w: Words): string {
  return changes
    .map(({ field, from, to }) => {
      // A guest's title is one of a list, an event's or session's is not; French has a word for each.
      const isPersons = field === 'title' && [from, to].some((title) => `title:${title}` in w.value);
      const name = fieldName(isPersons ? 'person.title' : field, w.field);
      const [was, is] = [value(field, from, w), value(field, to, w)];
      // Of two structures that read alike nothing more can be said in a line.
      return was === is ? name : `${name}${w.colon}${was} → ${is}`;
    })
    .join(w.semicolon);
}

const DATES = new Set([
  ...['timeStart', 'timeEnd', 'deletedAt', 'erasedAt', 'registration.date'],
  ...['opensAt', 'closesAt', 'sendAt'],
]);

const AMOUNT = /^(\d{1,15})(?: ([a-z]{3}))?$/;

function value(field: string, raw: HistoryValue, w: Words): string {
  if (field === 'registration.amount') {
    const [, cents = '', currency] = AMOUNT.exec(String(raw ?? 0)) ?? [];
    if (cents !== '') return w.money(Number(cents), currency);
  }
  if (field === 'registration.vat' || field === 'vat') return w.percent(Number(raw ?? 0) / 10_000);
  if (field === 'registration.rate' && typeof raw === 'number') return w.rate(raw);
  if (raw === null || raw === '') return w.none;
  if (typeof raw === 'boolean') return raw ? w.yes : w.no;
  if (typeof raw === 'number' && field === 'date') return w.day(raw);
  if (typeof raw === 'number') return DATES.has(field) ? w.date(raw) : String(raw);
  if (field === 'status' && raw in w.status) return w.status[raw as keyof HistoryWords['status']];
  return w.value[`${field}:${raw}`] ?? w.quote(writtenIn(raw));
}

function tableCounts(
  counts: HistoryParams['plan_changed'],
  parts: Record<keyof HistoryParams['plan_changed'], (count: number) => string>,
): string {
  return (['added', 'removed', 'changed'] as const)
    .filter((part) => counts[part] > 0)
    .map((part) => parts[part](counts[part]))
    .join(', ');
}
