import { canonical, digest } from '#domain/canonical.ts';
import type { SessionStatus } from '#domain/config.ts';
import { upToDate } from '#domain/documents/index.ts';
import { detailTimesOf } from '#domain/sessions/detailTimes.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { registersOfEntry } from '#domain/entries/registers.ts';
import type { HistoryValue } from '#i18n/history.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { MoneyState } from './money.ts';

/*
 * What the history last told of a document, in a compact form: a session of 5,000 entries is 800 kB, its snapshot
 * 125 kB. Reading is lenient: a document of the wrong shape gives a history, if a poor one, and no failure.
 */

export interface ClientState {
  kind: 'client';
  fields: Record<string, HistoryValue>;
}

export interface SessionState {
  kind: 'session';
  title: string;
  status: SessionStatus;
  fields: Record<string, HistoryValue>;
  /** Table id → its label and a digest of all its properties; null without a plan. */
  plan: Record<string, [label: string, digest: string]> | null;
  /** Client id → what the entry says, '' for a bare registration; check-ins are told from their own documents. */
  clients: Record<string, string>;
  /** Client id → when that was said, of seat and product apart where they differ; absent in snapshots of before. */
  times?: Record<string, EntryTimes>;
  /** Client id → when the registration was taken away. */
  removed?: Record<string, number>;
  /** When details and the parts of the plan changed, as far as that was told: what a losing version says under one of them is no news. */
  registers: number[];
}

/** One time for all, or those of registration, seat and product. */
export type EntryTimes = number | readonly [isIn: number, placement: number, product: number];

export interface ConsumerState extends MoneyState {
  kind: 'consumer';
  name: string;
  fields: Record<string, HistoryValue>;
}

export type DocState = ClientState | SessionState | ConsumerState;

const CLIENT_FIELDS = [
  'title',
  'forename',
  'surname',
  'company',
  'category',
  'language',
  'email',
  'phone',
  'notes',
  'diet',
  'number',
  'covid',
  'adminContact',
  'indications',
  'consumerId',
  'status',
  'deletedAt',
  'erasedAt',
] as const;
const SESSION_FIELDS = [
  'title',
  'titleFrench',
  'date',
  'timeStart',
  'timeEnd',
  'capacity',
  'autoSave',
  'autoSaveDelay',
] as const;

export function clientState(doc: AnyDoc): ClientState {
  const former = doc['formerNumbers'];
  const formerNumbers = Array.isArray(former) ? former.map(text).join(', ') : null;
  return {
    kind: 'client',
    fields: { ...pick(doc, CLIENT_FIELDS), ...pick({ formerNumbers }, ['formerNumbers']) },
  };
}

/** What is told of a registration: status, money and addresses (HISTORY-06). */
export function consumerState(doc: AnyDoc): ConsumerState {
  const registration = part(doc, 'registration');
  const { amount, currency } = registration;
  const person = part(doc, 'person');
  const name = [person['forename'], person['surname']].map(text).filter(Boolean).join(' ');
  return {
    kind: 'consumer',
    name: name || text(person['company']),
    fields: {
      ...pick(doc, ['status', 'paymentType', 'erasedAt']),
      ...pick(registration, ['vat', 'rate', 'rateName'], 'registration.'),
      // One field: an amount means nothing without its currency.
      ...(typeof amount === 'number' ? { 'registration.amount': `${amount} ${text(currency)}`.trim() } : {}),
      ...pick({ address: addressLine(doc, 'address'), addressSec: addressLine(doc, 'addressSec') }, [
        'address',
        'addressSec',
      ]),
    },
  };
}

const part = (doc: AnyDoc, key: string): AnyDoc => (doc[key] ?? {}) as AnyDoc;

function addressLine(doc: AnyDoc, key: string): string {
  const { name, street, zip, city, country } = part(doc, key);
  const place = [zip, city].map(text).filter(Boolean).join(' ');
  return [text(name), text(street), place, text(country)].filter(Boolean).join(', ');
}

export function sessionState(doc: AnyDoc): SessionState {
  const session = upToDate(doc) as unknown as Partial<Session>;
  const entries = Array.isArray(session.clients) ? session.clients : [];
  return {
    kind: 'session',
    title: text(session.title),
    status: session.status ?? 'upcoming',
    fields: {
      ...pick(session as AnyDoc, SESSION_FIELDS),
      files: Array.isArray(session.files) ? session.files.length : 0,
    },
    plan: planState(session.plan),
    clients: Object.fromEntries(entries.map((entry) => [text(entry.clientId), entryState(factsOf(entry))])),
    times: Object.fromEntries(entries.map((entry) => [text(entry.clientId), timesOf(entry)])),
    removed: { ...session.removedClients },
    registers: registersOf(session),
  };
}

function registersOf({ detailTimes, metadata = {} }: Partial<Session>): number[] {
  const { detailsAt, planAt, planRestAt, tableTimes } = metadata;
  const { rest, own } = detailTimesOf({ detailTimes, metadata });
  const all = [
    detailsAt,
    rest,
    ...Object.values(own),
    planAt,
    planRestAt,
    ...Object.values(tableTimes ?? {}),
  ];
  return [...new Set(all.filter((time) => typeof time === 'number'))];
}

/** Of those that are of no part any more: a device that is behind still has them. */
const REGISTERS_KEPT = 100;

/** The state with the registers of the one before added to its own. */
export function withRegisters(before: DocState | null, after: DocState): DocState {
  if (after.kind !== 'session' || before?.kind !== 'session') return after;
  const own = new Set(after.registers);
  const past = before.registers.filter((time) => !own.has(time)).slice(-REGISTERS_KEPT);
  return { ...after, registers: [...past, ...after.registers] };
}

function planState(plan: Session['plan']): SessionState['plan'] {
  const tables = plan?.state.tables;
  if (tables === undefined || tables === null) return null;
  return Object.fromEntries(
    Object.entries(tables).map(([id, table]) => [
      id,
      [String(table.number ?? table.name ?? id), digest(canonical(table)).slice(0, 8)],
    ]),
  );
}

/** What an entry says of placement and product. */
export interface EntryFacts {
  tableId: string | null;
  /** From 0, as in the document. */
  seatIndex: number | null;
  product: string | null;
}

function timesOf(entry: Partial<SessionEntry>): EntryTimes {
  const { in: since, placement, product } = registersOfEntry({ updatedTime: 0, ...entry } as SessionEntry);
  const times = [since.time, placement.time, product.time] as const;
  return times.every((time) => time === since.time) ? since.time : times;
}

export const factsOf = ({ placement, product }: Pick<SessionEntry, 'placement' | 'product'>): EntryFacts => ({
  tableId: placement?.tableId == null ? null : String(placement.tableId),
  seatIndex: placement?.seatIndex ?? null,
  product:
    [product?.optionId, product?.kind].filter((part) => part != null && part !== '').join(' · ') || null,
});

/** An entry in a state's short form. */
export function entryState({ tableId, seatIndex, product }: EntryFacts): string {
  const parts = [tableId, seatIndex, product];
  return parts.every((part) => part === null) ? '' : JSON.stringify(parts);
}

export function readEntry(state: string | undefined): EntryFacts {
  if (state === undefined || state === '') return { tableId: null, seatIndex: null, product: null };
  const [tableId, seatIndex, product] = JSON.parse(state) as [string | null, number | null, string | null];
  return { tableId, seatIndex, product };
}

function pick(doc: AnyDoc, fields: readonly string[], prefix = ''): Record<string, HistoryValue> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = historyValue(doc[field]);
      // Nothing, an empty text and "no" are the same as a missing field: one form for all.
      return value === null || value === '' || value === false ? [] : [[prefix + field, value] as const];
    }),
  );
}

/** A field's value as the history keeps it: texts and numbers as they are, anything else as its JSON. */
export function historyValue(value: unknown): HistoryValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return canonical(value);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
