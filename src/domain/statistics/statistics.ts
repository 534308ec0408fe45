import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { deviceOf } from '../checkins/doorFigures.ts';
import { docId } from '../ids.ts';
import {
  columnsOf,
  isSameFilter,
  tellCells,
  type ColumnId,
  type Filter,
  type RowKey,
  type Rules,
  type Tell,
  type TableName,
} from './cells.ts';
import type { Calendar } from '../days.ts';
import type { Attendance, Guest, Registration } from './registration.ts';

/** An event's documents as they are counted. A map or a session that is the same object has not changed. */
export interface Source {
  /** With check-ins and entry changes laid over, without deleted clients. */
  sessions: readonly Session[];
  /** Deleted ones too. */
  clients: ReadonlyMap<string, Client>;
  consumers: ReadonlyMap<string, Consumer>;
  notifs: ReadonlyMap<string, Notif>;
  /** The check-in that holds a guest in a session; asked for those who are in. */
  heldBy(sessionId: string, clientId: string): Pick<Checkin, 'time' | 'device'> | null;
}

/** Sums by row; each has one number for each column of its table (see `columnsOf`). A row of nothing but 0 is not there. */
export type Figures = ReadonlyMap<TableName, ReadonlyMap<RowKey, readonly number[]>>;

/** Somebody behind a figure: a guest, or a registration as a whole. */
export interface Behind {
  registration: Registration;
  guest: Guest | null;
  /** Their part of it. */
  amount: number;
}

export interface Statistics {
  /** Brings the sums up to date, at the cost of what changed since the last call. A new map each time something did. */
  update(source: Source, filter: Filter, calendar: Calendar): Figures;
  /** Who is behind a figure of the last update. */
  behind(table: TableName, isRow: (row: RowKey) => boolean, column: ColumnId): Behind[];
  /** What is counted, before the filter. */
  registrations(): Iterable<Registration>;
  /** Whether the filter of the last update lets it through. */
  isCounted(registration: Registration): boolean;
  /** The newest known name of a device. */
  doorName(deviceId: string): string;
}

/** More changes at once than this share of everything are counted anew. */
const MANY = 0.2;

export function createStatistics(): Statistics {
  let known: Source | null = null;
  let rules: Rules | null = null;
  let registrations = new Map<string, Registration>();
  /** Ids of clients, deleted ones too, by the key of their registration. */
  let members = new Map<string, string[]>();
  let attendances = new Map<string, Attendance[]>();
  let tables = new Map<TableName, Map<RowKey, number[]>>();
  const doorNames = new Map<string, { name: string; time: number }>();

  const keyOf = (clientId: string, client: Client | undefined): string => client?.consumerId || clientId;

  function attendance(source: Source, sessionId: string, entry: SessionEntry): Attendance {
    const { clientId, checkInTime } = entry;
    if (checkInTime === null) return { sessionId, entry, device: null };
    const device = deviceOf(checkInTime, source.heldBy(sessionId, clientId));
    if (device !== null && (doorNames.get(device.id)?.time ?? -1) <= checkInTime) {
      doorNames.set(device.id, { name: device.name, time: checkInTime });
    }
    return { sessionId, entry, device };
  }

  function gather(source: Source, key: string): Registration | null {
    const consumer = source.consumers.get(key) ?? null;
    const guests: Guest[] = [];
    let deleted = 0;
    for (const clientId of members.get(key) ?? []) {
      const client = source.clients.get(clientId) ?? null;
      if (client?.deletedAt == null) {
        guests.push({ clientId, client, attendances: attendances.get(clientId) ?? [] });
      } else deleted += 1;
    }
    if (consumer === null && guests.length === 0) return null;
    return { key, consumer, guests, isEmptied: guests.length === 0 && deleted > 0 };
  }

  function gatherInto(all: Map<string, Registration>, source: Source, key: string): void {
    const registration = gather(source, key);
    if (registration === null) all.delete(key);
    else all.set(key, registration);
  }

  const add: Tell = (table, row, values) => {
    let rows = tables.get(table);
    if (rows === undefined) tables.set(table, (rows = new Map<RowKey, number[]>()));
    const sums = rows.get(row);
    if (sums === undefined) {
      // A row of nothing but 0 is none.
      if (values.some((value) => value !== 0)) rows.set(row, [...values]);
      return;
    }
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0);
  };
  const takeAway: Tell = (table, row, values) => {
    const rows = tables.get(table);
    const sums = rows?.get(row);
    if (rows === undefined || sums === undefined) return;
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) - (values[at] ?? 0);
    if (sums.every((sum) => sum === 0)) rows.delete(row);
    if (rows.size === 0) tables.delete(table);
  };

  function countAnew(source: Source, by: Rules): void {
    attendances = new Map();
    members = new Map();
    registrations = new Map();
    for (const { _id, clients } of source.sessions) {
      for (const entry of clients) put(attendances, entry.clientId, attendance(source, _id, entry));
    }
    for (const [clientId, client] of source.clients) put(members, keyOf(clientId, client), clientId);
    for (const clientId of attendances.keys()) {
      if (!source.clients.has(clientId)) put(members, clientId, clientId);
    }
    for (const [, ids] of members) if (ids.length > 1) ids.sort();
    for (const key of source.consumers.keys()) gatherInto(registrations, source, key);
    for (const key of members.keys()) {
      if (!source.consumers.has(key)) gatherInto(registrations, source, key);
    }
    filterAnew(by);
  }

  function filterAnew(by: Rules): void {
    tables = new Map();
    for (const registration of registrations.values()) tellCells(registration, by, add);
  }

  /** The keys whose registrations changed; null where so many did that counting anew is less work. */
  function bringUpToDate(before: Source, source: Source): Set<string> | null {
    const bound = MANY * registrations.size + 10;
    const dirty = new Set<string>();
    if (before.consumers !== source.consumers) {
      for (const key of differences(before.consumers, source.consumers)) dirty.add(key);
    }
    if (dirty.size > bound) return null;
    const moved = before.clients === source.clients ? [] : differences(before.clients, source.clients);
    const shifted = entriesChanged(before.sessions, source.sessions);
    if (moved.length + shifted.size > bound) return null;
    for (const clientId of moved) {
      for (const { clients } of [before, source]) dirty.add(keyOf(clientId, clients.get(clientId)));
    }
    for (const [clientId, entries] of shifted) {
      dirty.add(keyOf(clientId, source.clients.get(clientId)));
      const sessionIds = new Set(entries.map(({ sessionId }) => sessionId));
      const others = (attendances.get(clientId) ?? []).filter(({ sessionId }) => !sessionIds.has(sessionId));
      const there = entries.flatMap(({ sessionId, entry }) =>
        entry === null ? [] : [attendance(source, sessionId, entry)],
      );
      attendances.set(clientId, [...others, ...there]);
    }
    // After the entries: whoever is in a session is counted even before the document has come.
    for (const clientId of new Set([...moved, ...shifted.keys()])) {
      const client = source.clients.get(clientId);
      const isThere = client !== undefined || (attendances.get(clientId) ?? []).length > 0;
      const now = isThere ? keyOf(clientId, client) : null;
      for (const key of new Set([keyOf(clientId, before.clients.get(clientId)), clientId])) {
        const ids = members.get(key);
        if (key !== now && ids?.includes(clientId)) members.set(key, without(ids, clientId));
      }
      if (now !== null && !members.get(now)?.includes(clientId)) {
        members.set(now, [...(members.get(now) ?? []), clientId].sort());
      }
    }
    return dirty;
  }

  return {
    update(source, filter, calendar) {
      const by: Rules = {
        ...{ filter, calendar },
        methodOf: (id) => (source.notifs.get(id) ?? source.notifs.get(docId('notif', id)))?.notifMethod,
      };
      const [before, last] = [known, rules];
      [known, rules] = [source, by];
      if (before === null || last === null) {
        countAnew(source, by);
        return tables;
      }
      const dirty = bringUpToDate(before, source);
      if (dirty === null) {
        countAnew(source, by);
        return tables;
      }
      const isSameCount =
        isSameFilter(last.filter, filter) && last.calendar === calendar && before.notifs === source.notifs;
      if (dirty.size === 0 && isSameCount) return tables;
      tables = new Map(tables);
      for (const key of dirty) {
        const old = registrations.get(key);
        if (old !== undefined && isSameCount) tellCells(old, last, takeAway);
        gatherInto(registrations, source, key);
        const next = registrations.get(key);
        if (next !== undefined && isSameCount) tellCells(next, by, add);
      }
      if (!isSameCount) filterAnew(by);
      return tables;
    },
    behind(table, isRow, column) {
      const by = rules;
      if (by === null) return [];
      const wanted = columnsOf(table).indexOf(column);
      return [...registrations.values()].flatMap((registration): Behind[] => {
        const found = new Map<Guest | null, number>();
        tellCells(registration, by, (told, row, values, guest) => {
          const amount = values[wanted] ?? 0;
          if (told !== table || amount === 0 || !isRow(row)) return;
          found.set(guest, (found.get(guest) ?? 0) + amount);
        });
        return [...found].map(([guest, amount]) => ({ registration, guest, amount }));
      });
    },
    registrations: () => registrations.values(),
    isCounted(registration) {
      let told = false;
      if (rules !== null) tellCells(registration, rules, (table) => (told ||= table !== 'emptied'));
      return told;
    },
    doorName: (deviceId) => doorNames.get(deviceId)?.name ?? '',
  };
}

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const without = <T>(list: readonly T[], gone: T): T[] => list.filter((one) => one !== gone);

/** Keys whose value is another one, or there in only one of both. */
function differences<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): string[] {
  const found: string[] = [];
  let same = 0;
  for (const [key, value] of b) {
    const before = a.get(key);
    if (before !== value) found.push(key);
    if (before !== undefined) same += 1;
  }
  if (same < a.size) for (const key of a.keys()) if (!b.has(key)) found.push(key);
  return found;
}

type Changed = { sessionId: string; entry: SessionEntry | null };

/** What the sessions say now of each client of whom one says something else than before; null for gone. */
function entriesChanged(before: readonly Session[], now: readonly Session[]): Map<string, Changed[]> {
  const found = new Map<string, Changed[]>();
  if (before === now) return found;
  const old = new Map(before.map((session) => [session._id, session]));
  const next = new Map(now.map((session) => [session._id, session]));
  for (const sessionId of new Set([...old.keys(), ...next.keys()])) {
    const was = old.get(sessionId)?.clients ?? [];
    const is = next.get(sessionId)?.clients ?? [];
    if (was === is) continue;
    const clientIds = new Set<string>();
    for (let at = 0; at < Math.max(was.length, is.length); at++) {
      const [a, b] = [was[at], is[at]];
      if (a === b) continue;
      if (a !== undefined) clientIds.add(a.clientId);
      if (b !== undefined) clientIds.add(b.clientId);
    }
    if (clientIds.size === 0) continue;
    const left = new Set(clientIds);
    for (const entry of is) {
      if (!clientIds.has(entry.clientId)) continue;
      left.delete(entry.clientId);
      put(found, entry.clientId, { sessionId, entry });
    }
    for (const clientId of left) put(found, clientId, { sessionId, entry: null });
  }
  return found;
}
