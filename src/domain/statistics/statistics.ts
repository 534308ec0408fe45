import type { Checkin } from '../documents/checkin.ts';
import type { SessionEntry } from '../documents/session.ts';
import { deviceOf } from '../checkins/doorFigures.ts';
import { docId } from '../ids.ts';
import {
  columnsOf,
  isSameFilter,
  NO_FILTER,
  tellCells,
  type ColumnId,
  type Filter,
  type RowKey,
  type Rules,
  type TableName,
} from './cells.ts';
import type { Calendar } from '../days.ts';
import { changesOf, isAny, type Changes } from './changes.ts';
import { put, type Guest, type Registration } from './registration.ts';
import { createSums, type Figures } from './sums.ts';
import type { Source } from './source.ts';
import { emptyParts, gather, keyOf, tellAll } from './whole.ts';

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
  /** Puts the registrations together that the next change needs, of which the first count knows nothing: best done at rest. */
  prepare(): void;
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
type Device = Checkin['device'];

export function createStatistics(): Statistics {
  let known: Source | null = null;
  let rules: Rules | null = null;
  let sums = createSums();
  let figures: Figures = sums.figures();
  /** Empty until something needs them: changes, a filter, the people behind a figure. */
  let registrations = new Map<string, Registration>();
  let parts = emptyParts();
  let isGathered = false;
  const doorNames = new Map<string, { name: string; time: number }>();

  function deviceIn(
    source: Source,
    sessionId: string,
    { clientId, checkInTime }: SessionEntry,
  ): Device | null {
    if (checkInTime === null) return null;
    const device = deviceOf(checkInTime, source.heldBy(sessionId, clientId));
    if (device === null) return null;
    const named = doorNames.get(device.id);
    if (named === undefined) doorNames.set(device.id, { name: device.name, time: checkInTime });
    else if (named.time <= checkInTime) Object.assign(named, { name: device.name, time: checkInTime });
    return device;
  }

  function gatherInto(source: Source, key: string): void {
    const registration = gather(source, parts, key);
    if (registration === null) registrations.delete(key);
    else registrations.set(key, registration);
  }

  function gatherAll(source: Source): void {
    parts = emptyParts();
    const { members, attendances } = parts;
    registrations = new Map();
    for (const { _id, clients } of source.sessions) {
      for (const entry of clients) {
        const device = deviceIn(source, _id, entry);
        put(attendances, entry.clientId, { sessionId: _id, entry, device });
      }
    }
    for (const [clientId, client] of source.clients) put(members, keyOf(clientId, client), clientId);
    for (const clientId of attendances.keys()) {
      if (!source.clients.has(clientId)) put(members, clientId, clientId);
    }
    for (const [, ids] of members) if (ids.length > 1) ids.sort();
    for (const key of source.consumers.keys()) gatherInto(source, key);
    for (const key of members.keys()) {
      if (!source.consumers.has(key)) gatherInto(source, key);
    }
    isGathered = true;
  }

  function countAnew(source: Source, by: Rules): void {
    if (isSameFilter(by.filter, NO_FILTER)) {
      isGathered = false;
      sums = createSums();
      tellAll(source, by, (sessionId, entry) => deviceIn(source, sessionId, entry), sums.add);
    } else {
      gatherAll(source);
      countGathered(by);
    }
  }

  function countGathered(by: Rules): void {
    sums = createSums();
    for (const registration of registrations.values()) tellCells(registration, by, sums.add);
  }

  /** Registrations as they are counted. The sums are made anew with them: what holds somebody may have changed since. */
  function gathered(): ReadonlyMap<string, Registration> {
    if (!isGathered && known !== null && rules !== null) {
      gatherAll(known);
      countGathered(rules);
      figures = sums.figures();
    }
    return registrations;
  }

  /** Brings the parts up to date; the keys whose registrations changed. */
  function takeIn({ consumerIds, moved, shifted }: Changes, before: Source, source: Source): Set<string> {
    const dirty = new Set(consumerIds);
    const { members, attendances } = parts;
    for (const clientId of moved) {
      for (const { clients } of [before, source]) dirty.add(keyOf(clientId, clients.get(clientId)));
    }
    for (const [clientId, entries] of shifted) {
      dirty.add(keyOf(clientId, source.clients.get(clientId)));
      const sessionIds = new Set(entries.map(({ sessionId }) => sessionId));
      const others = (attendances.get(clientId) ?? []).filter(({ sessionId }) => !sessionIds.has(sessionId));
      const there = entries.flatMap(({ sessionId, entry }) =>
        entry === null ? [] : [{ sessionId, entry, device: deviceIn(source, sessionId, entry) }],
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
      const changes = before === null ? null : changesOf(before, source, MANY);
      if (before === null || last === null || changes === null) {
        countAnew(source, by);
        return (figures = sums.figures());
      }
      const isSameCount =
        isSameFilter(last.filter, filter) && last.calendar === calendar && before.notifs === source.notifs;
      if (isSameCount && !isAny(changes)) return figures;
      if (!isGathered) {
        gathered();
        return figures;
      }
      const dirty = takeIn(changes, before, source);
      for (const key of dirty) {
        const old = registrations.get(key);
        if (old !== undefined && isSameCount) tellCells(old, last, sums.takeAway);
        gatherInto(source, key);
        const next = registrations.get(key);
        if (next !== undefined && isSameCount) tellCells(next, by, sums.add);
      }
      if (!isSameCount) countGathered(by);
      return (figures = sums.figures());
    },
    prepare: () => void gathered(),
    behind(table, isRow, column) {
      const by = rules;
      if (by === null) return [];
      const wanted = columnsOf(table).indexOf(column);
      return [...gathered().values()].flatMap((registration): Behind[] => {
        const found = new Map<Guest | null, number>();
        tellCells(registration, by, (told, row, values, guest) => {
          const amount = values[wanted] ?? 0;
          if (told.name !== table || amount === 0 || !isRow(row)) return;
          found.set(guest, (found.get(guest) ?? 0) + amount);
        });
        return [...found].map(([guest, amount]) => ({ registration, guest, amount }));
      });
    },
    registrations: () => gathered().values(),
    isCounted(registration) {
      let told = false;
      if (rules !== null) tellCells(registration, rules, ({ name }) => (told ||= name !== 'emptied'));
      return told;
    },
    doorName: (deviceId) => doorNames.get(deviceId)?.name ?? '',
  };
}

const without = <T>(list: readonly T[], gone: T): T[] => list.filter((one) => one !== gone);
