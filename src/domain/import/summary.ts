import type { CheckedRow, PlannedClient, PlannedUpdate } from './check.ts';
import type { ImportProblem } from './importProblem.ts';
import type { WrittenField } from './known.ts';

/** What an import would do, before it does it. */
export interface ImportSummary {
  ready: readonly PlannedClient[];
  /** How many registrations they are: who ordered together is in one. */
  parties: number;
  /** How many of them are of a registration that is there already; `parties` counts new ones. */
  joining: number;
  /** Of guests who are there; those whom nothing would change are left out. */
  updates: readonly PlannedUpdate[];
  /** How many guests that is. */
  updated: number;
  /** How many guests, or registrations where it is the address, get another value of each field, the most frequent first. */
  changed: readonly { field: WrittenField; count: number }[];
  /** How many guests are registered for a session besides. */
  registered: number;
  /** Rows with a problem. */
  skipped: number;
  /** Rows that are about somebody who is there, and are left as they are. */
  known: number;
  /** Rows that say again what one further up does, and are left out. */
  twice: number;
  /** How many rows each reason holds back, the most frequent first; a row with two problems counts for both. */
  reasons: readonly { problem: ImportProblem; count: number }[];
}

export function summariseImport(rows: readonly CheckedRow[]): ImportSummary {
  const reasons = new Map<ImportProblem, number>();
  const fields = new Map<WrittenField, number>();
  const counted = new Set<string>();
  const registered = new Set<string>();
  const ready: PlannedClient[] = [];
  const updates: PlannedUpdate[] = [];
  let [skipped, known, twice] = [0, 0, 0];
  for (const { client, update, problems, twin } of rows) {
    if (client !== null) {
      ready.push(client);
      continue;
    }
    const found = new Set(Object.values(problems));
    if (found.size > 0) skipped += 1;
    else if (twin !== null) twice += 1;
    else if (update === null || isNothing(update)) known += 1;
    else {
      updates.push(update);
      if (update.registrations.length > 0) registered.add(update.clientId);
      for (const [field, id] of changedBy(update)) {
        if (!counted.has(`${field} ${id}`)) count(fields, field);
        counted.add(`${field} ${id}`);
      }
    }
    for (const problem of found) count(reasons, problem);
  }
  return {
    ...{
      ready,
      parties: partiesIn(ready),
      joining: ready.filter(isJoining).length,
      updates,
      updated: countUpdated(updates),
      registered: registered.size,
      skipped,
      known,
      twice,
    },
    changed: ordered(fields).map(([field, times]) => ({ field, count: times })),
    reasons: ordered(reasons).map(([problem, times]) => ({ problem, count: times })),
  };
}

const isJoining = ({ joins }: PlannedClient): boolean => joins !== undefined;

function partiesIn(all: readonly PlannedClient[]): number {
  const ready = all.filter((one) => !isJoining(one));
  const named = ready.flatMap(({ party }) => party ?? []);
  return ready.length - named.length + new Set(named).size;
}

/**
 * How many guests updates are about: rows of one guest are one, and so are guests of one registration of which only the
 * address changes.
 */
export function countUpdated(updates: readonly PlannedUpdate[]): number {
  const guests = new Set<string>();
  const addresses = new Map<string, string[]>();
  for (const { clientId, changes, registrations, address } of updates) {
    if (Object.keys(changes).length + registrations.length > 0) guests.add(clientId);
    if (address === undefined) continue;
    addresses.set(address.consumerId, [...(addresses.get(address.consumerId) ?? []), clientId]);
  }
  const moved = [...addresses.values()].filter((ids) => !ids.some((id) => guests.has(id)));
  return guests.size + moved.length;
}

/** What an update writes, and of whom: the address is the registration's. */
const changedBy = ({ clientId, changes, address }: PlannedUpdate): [WrittenField, string][] => [
  ...fieldsOf(changes, clientId),
  ...(address === undefined ? [] : fieldsOf(address.changes, address.consumerId)),
];

const fieldsOf = (changes: object, id: string): [WrittenField, string][] =>
  Object.keys(changes).map((field) => [field as WrittenField, id]);

/** The guest is so already. */
export const isNothing = (update: PlannedUpdate): boolean =>
  changedBy(update).length + update.registrations.length === 0;

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const ordered = <K>(counts: ReadonlyMap<K, number>): [K, number][] =>
  [...counts].sort(([, a], [, b]) => b - a);
