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
  /** How many guests get another value of each field, the most frequent first. */
  changed: readonly { field: WrittenField; count: number }[];
  /** How many of them are registered for a session besides. */
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
  const ready: PlannedClient[] = [];
  const updates: PlannedUpdate[] = [];
  let [skipped, known, twice, registered] = [0, 0, 0, 0];
  for (const { client, update, problems, twin } of rows) {
    const found = new Set(Object.values(problems));
    if (client !== null) ready.push(client);
    else if (found.size > 0) skipped += 1;
    else if (twin !== null) twice += 1;
    else if (update === null || isNothing(update)) known += 1;
    else {
      updates.push(update);
      registered += Math.sign(update.registrations.length);
      for (const field of changedBy(update)) count(fields, field);
    }
    for (const problem of found) count(reasons, problem);
  }
  return {
    ...{
      ready,
      parties: partiesIn(ready),
      joining: ready.filter(isJoining).length,
      updates,
      registered,
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

const changedBy = ({ changes, address }: PlannedUpdate): WrittenField[] =>
  Object.keys({ ...changes, ...address?.changes }) as WrittenField[];

const isNothing = (update: PlannedUpdate): boolean =>
  changedBy(update).length + update.registrations.length === 0;

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const ordered = <K>(counts: ReadonlyMap<K, number>): [K, number][] =>
  [...counts].sort(([, a], [, b]) => b - a);
