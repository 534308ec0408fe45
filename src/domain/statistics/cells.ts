import { RATES as RATE_CHOICES, type Currency } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer, NotifMethod } from '../documents/consumer.ts';
import type { SessionEntry } from '../documents/session.ts';
import { countsEmptied, settlementOf } from '../money/settlement.ts';
import type { Calendar } from '../days.ts';
import { isCanceled, registeredAt, type Guest, type Registration } from './registration.ts';

/*
 * Which figures a registration is part of. One description serves three: the sums, a change of them, and the people
 * behind a figure; so a figure and the people behind it cannot differ.
 */

/** What is counted: nothing of a filter means all. */
export interface Filter {
  sessionId: string | null;
  status: string | null;
  /** Days (see days.ts), both included. */
  from: number | null;
  to: number | null;
}
export const NO_FILTER: Filter = { sessionId: null, status: null, from: null, to: null };

export const isSameFilter = (a: Filter, b: Filter): boolean =>
  a.sessionId === b.sessionId && a.status === b.status && a.from === b.from && a.to === b.to;

export interface Rules {
  filter: Filter;
  calendar: Calendar;
  /** By which way a notification goes; undefined for one that is not there any more. */
  methodOf(notifId: string): NotifMethod | undefined;
}

export const COLUMNS = {
  people: ['registrations', 'guests', 'canceled'],
  guests: ['guests', 'canceledGuests'],
  money: ['registrations', 'net', 'vat', 'total', 'paid', 'refunded', 'open', 'credit'],
  messages: ['email', 'sms', 'whatsapp'],
  attendance: ['registered', 'canceledGuests', 'arrived', 'missing'],
  arrivals: ['arrived'],
} as const;
export type ColumnId = (typeof COLUMNS)[keyof typeof COLUMNS][number];

/** Tables of the whole event, by what their rows are. */
export const EVENT_TABLES = {
  days: 'people',
  status: 'people',
  paymentType: 'people',
  category: 'guests',
  language: 'people',
  form: 'people',
  money: 'money',
  messages: 'messages',
  sessions: 'attendance',
  /** Registrations whose guests were all deleted: counted nowhere else but in the money, where some is left. */
  emptied: 'people',
  /** Guests whose documents have not reached this copy: counted in their sessions only. */
  unknown: 'guests',
} as const satisfies Record<string, keyof typeof COLUMNS>;
/** Tables of one currency (`rates:chf`) or one session (`doors:session_…`). */
export const PART_TABLES = {
  rates: 'money',
  products: 'attendance',
  arrivals: 'arrivals',
  doors: 'arrivals',
} as const satisfies Record<string, keyof typeof COLUMNS>;
export type PartTable = keyof typeof PART_TABLES;
export type TableName = keyof typeof EVENT_TABLES | `${PartTable}:${string}`;
export type RowKey = string | number;

/** A table with a number of its own, by which its sums are found: a count looks them up hundreds of thousands of times. */
export interface Table {
  name: TableName;
  at: number;
}
/** `values`: what is added to each of the table's columns; `guest` where it is about one, else about the registration. */
export type Tell = (table: Table, row: RowKey, values: readonly number[], guest: Guest | null) => void;

export const columnsOf = (table: TableName): readonly ColumnId[] => {
  const [kind] = table.split(':', 1);
  return COLUMNS[{ ...EVENT_TABLES, ...PART_TABLES }[kind as PartTable]];
};

/** Arrivals are counted by so many ms. Every time zone differs from UTC by whole ones. */
export const ARRIVAL_STEP = 5 * 60_000;

const productKeys = new Map<string, Map<string, string>>();
let last: { kind?: string | null; optionId?: string | null; key: string } = { key: '/' };
/** Of a product: its kind and option; both may be missing. The same text each time, so that it is hashed once. */
function productKey(kind: string | null | undefined, optionId: string | null | undefined): string {
  if (kind === last.kind && optionId === last.optionId) return last.key;
  let keys = productKeys.get(kind ?? '');
  if (keys === undefined) productKeys.set(kind ?? '', (keys = new Map<string, string>()));
  let key = keys.get(optionId ?? '');
  if (key === undefined) keys.set(optionId ?? '', (key = `${kind ?? ''}/${optionId ?? ''}`));
  last = { kind, optionId, key };
  return key;
}
export function productOfKey(key: string): { kind: string; optionId: string } {
  const cut = key.indexOf('/');
  return { kind: key.slice(0, cut), optionId: key.slice(cut + 1) };
}

/** What became of a message: `ok`, or why it did not go; without a reason it was their own wish (attempts.ts). */
const outcomeOf = ({ ok, error, errorCode }: Consumer['notifs'][string][number]): string =>
  ok ? 'ok' : String(errorCode ?? (error === null ? 'opted_out' : error || 'failed'));

let tableCount = 0;
const table = (name: TableName): Table => ({ name, at: tableCount++ });

const DAYS = table('days');
const STATUS = table('status');
const PAYMENT_TYPE = table('paymentType');
const CATEGORY = table('category');
const LANGUAGE = table('language');
const FORM = table('form');
const MONEY = table('money');
const MESSAGES = table('messages');
const SESSIONS = table('sessions');
const EMPTIED = table('emptied');
const UNKNOWN = table('unknown');
const RATES: Record<Currency, Table> = {
  chf: table('rates:chf'),
  eur: table('rates:eur'),
  usd: table('rates:usd'),
};

interface SessionTables {
  sessionId: string;
  products: Table;
  arrivals: Table;
  doors: Table;
}
const sessionTables = new Map<string, SessionTables>();
let lastTables: SessionTables | null = null;
function tablesOf(sessionId: string): SessionTables {
  if (lastTables?.sessionId === sessionId) return lastTables;
  let tables = sessionTables.get(sessionId);
  if (tables === undefined) {
    tables = {
      sessionId,
      products: table(`products:${sessionId}`),
      arrivals: table(`arrivals:${sessionId}`),
      doors: table(`doors:${sessionId}`),
    };
    sessionTables.set(sessionId, tables);
  }
  lastTables = tables;
  return tables;
}

const [FULL_RATE] = RATE_CHOICES;
// What is told over and over, tens of thousands of times in a count.
const REGISTRATION = [1, 0, 0];
const CANCELED = [1, 0, 1];
const GUEST = [0, 1, 0];
const ONE = [1];
const OF_CATEGORY = [1, 0];
const CANCELED_OF_CATEGORY = [1, 1];
const BY_METHOD: Record<NotifMethod, readonly number[]> = {
  email: [1, 0, 0],
  sms: [0, 1, 0],
  whatsapp: [0, 0, 1],
};
const ARRIVED = [1, 0, 1, 0];
const MISSING = [1, 0, 0, 1];
const CANCELED_ARRIVED = [1, 1, 1, 0];
const CANCELED_AWAY = [1, 1, 0, 0];

/** Tells every cell that the registration is part of, under the filter. */
export function tellCells(registration: Registration, rules: Rules, tell: Tell): void {
  const { consumer, guests: all, isEmptied } = registration;
  const { filter, calendar } = rules;
  const { sessionId, status, from, to } = filter;
  if (status !== null && consumer?.status !== status) return;
  const at = registeredAt(registration);
  const day = at === null ? null : calendar.dayOf(at);
  if (from !== null && (day === null || day < from)) return;
  if (to !== null && (day === null || day > to)) return;
  const guests = sessionId === null ? all : all.filter((guest) => isIn(guest, sessionId));
  if (sessionId !== null && guests.length === 0) return;
  if (isEmptied) {
    tell(EMPTIED, '', REGISTRATION, null);
    // Its money has not left with them.
    if (consumer !== null && countsEmptied(consumer)) tellMoney(consumer, tell);
    return;
  }
  const canceled = isCanceled(registration);
  if (consumer !== null) {
    tellConsumer(consumer, consumer.person?.language ?? all[0]?.client?.language ?? '', day, rules, tell);
  }
  for (const guest of guests) {
    const { client } = guest;
    if (client === null) tell(UNKNOWN, '', OF_CATEGORY, guest);
    else tellClient(client, consumer, day, canceled, tell, guest);
    for (const { sessionId: id, entry, device } of guest.attendances) {
      if (sessionId === null || id === sessionId) tellEntry(id, entry, device?.id, canceled, tell, guest);
    }
  }
}

/** What a registration is part of by itself. */
export function tellConsumer(
  consumer: Consumer,
  language: string,
  day: number | null,
  rules: Rules,
  tell: Tell,
): void {
  const values = consumer.status === 'canceled' ? CANCELED : REGISTRATION;
  tell(DAYS, day ?? '', values, null);
  tell(STATUS, consumer.status, values, null);
  tell(PAYMENT_TYPE, consumer.paymentType, values, null);
  tell(LANGUAGE, language, values, null);
  tell(FORM, consumer.registration?.formId ?? '', values, null);
  tellMoney(consumer, tell);
  tellMessages(consumer, rules, tell);
}

/** What each of its guests is part of. */
export function tellClient(
  client: Client,
  consumer: Consumer | null,
  day: number | null,
  canceled: boolean,
  tell: Tell,
  guest: Guest | null,
): void {
  tell(DAYS, day ?? '', GUEST, guest);
  tell(STATUS, consumer?.status ?? '', GUEST, guest);
  tell(PAYMENT_TYPE, consumer?.paymentType ?? '', GUEST, guest);
  tell(LANGUAGE, client.language, GUEST, guest);
  tell(FORM, consumer?.registration?.formId ?? '', GUEST, guest);
  tell(CATEGORY, client.category, canceled ? CANCELED_OF_CATEGORY : OF_CATEGORY, guest);
}

/** And what in each session. */
export function tellEntry(
  sessionId: string,
  { checkInTime, product }: SessionEntry,
  deviceId: string | undefined,
  canceled: boolean,
  tell: Tell,
  guest: Guest | null,
): void {
  const { products, arrivals, doors } = tablesOf(sessionId);
  const arrived = checkInTime !== null;
  const values = canceled ? (arrived ? CANCELED_ARRIVED : CANCELED_AWAY) : arrived ? ARRIVED : MISSING;
  tell(SESSIONS, sessionId, values, guest);
  tell(products, productKey(product?.kind, product?.optionId), values, guest);
  if (!arrived) return;
  tell(arrivals, checkInTime - (checkInTime % ARRIVAL_STEP), ONE, guest);
  tell(doors, deviceId ?? '', ONE, guest);
}

function tellMoney(consumer: Consumer, tell: Tell): void {
  const { currency, net, vat, total, paid, refunded, open, credit } = settlementOf(consumer);
  if (consumer.registration == null && paid === 0 && refunded === 0) return;
  const sums = [consumer.status === 'canceled' ? 0 : 1, net, vat, total, paid, refunded, open, credit];
  tell(MONEY, currency, sums, null);
  tell(RATES[currency], consumer.registration?.rate ?? FULL_RATE, sums, null);
}

function tellMessages(consumer: Consumer, { methodOf }: Rules, tell: Tell): void {
  for (const notifId in consumer.notifs) {
    const method = methodOf(notifId) ?? consumer.notifMethod;
    for (const attempt of consumer.notifs[notifId] ?? [])
      tell(MESSAGES, outcomeOf(attempt), BY_METHOD[attempt.method ?? method], null);
  }
}

const isIn = ({ attendances }: Guest, wanted: string): boolean =>
  attendances.some(({ sessionId }) => sessionId === wanted);
