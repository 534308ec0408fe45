import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';
import { isMissing } from '../base/errors.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { readLeaves } from './conflicts.ts';
import { getMany, type Current } from './couch.ts';
import type { Reading } from './history/decide.ts';

/** The documents of an event's database as one round of the worker finds them. */
export interface Readings {
  /** Read now, with all leaves. */
  fresh(ids: readonly string[]): Promise<Reading[]>;
  /** The history has told these, as they were found last in this round. */
  told(ids: readonly string[]): void;
  /** What the history has told in this round, where nobody has read it again since. */
  toldOf(id: string): Reading | null;
  /** Those that are in conflict now; their leaves are not read. */
  inConflict(ids: readonly string[]): Promise<string[]>;
  /**
   * As they were found in this round, deleted ones too. A conflict is left out: whoever resolves it makes a new change of it.
   */
  settled(ids: readonly string[]): Promise<Settled[]>;
  /** A conflict was resolved. */
  replace(doc: AnyDoc & { _id: string; _rev: string }): void;
  /** Ends the round: what changes from now on is read again. */
  forget(): void;
}

export interface Settled {
  id: string;
  /** null when it is deleted. */
  doc: AnyDoc | null;
}

export function createReadings(db: Database): Readings {
  const found = new Map<string, Reading>();
  const told = new Map<string, Reading>();

  async function fresh(ids: readonly string[]): Promise<Reading[]> {
    const readings: Reading[] = [];
    const current = await getMany(db, ids);
    const leavesOf = await readLeaves(db, conflictsAmong(current));
    for (const [id, { doc, rev }] of current) {
      if (rev === null) continue;
      if (doc === null) readings.push({ id, rev, leaves: [], tombstone: await readTombstone(id, rev) });
      else if (doc['_conflicts'] === undefined) readings.push({ id, rev, leaves: [doc] });
      else readings.push(...asConflict(id, leavesOf.get(id) ?? []));
    }
    for (const id of ids) for (const known of [found, told]) known.delete(id);
    for (const reading of readings) found.set(reading.id, reading);
    return readings;
  }

  async function readTombstone(id: string, rev: string): Promise<AnyDoc | null> {
    try {
      return await db.get(id, { rev });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    fresh,
    told(ids) {
      for (const id of ids) {
        const reading = found.get(id);
        if (reading !== undefined) told.set(id, reading);
      }
    },
    toldOf: (id) => told.get(id) ?? null,
    inConflict: async (ids) => conflictsAmong(await getMany(db, ids)),
    async settled(ids) {
      await fresh(ids.filter((id) => !found.has(id)));
      return ids.flatMap((id) => {
        const reading = found.get(id);
        if (reading === undefined || reading.leaves.length > 1) return [];
        return [{ id, doc: reading.leaves[0] ?? null }];
      });
    },
    replace: (doc) => void found.set(doc._id, { id: doc._id, rev: doc._rev, leaves: [doc] }),
    forget() {
      found.clear();
      told.clear();
    },
  };
}

const conflictsAmong = (current: ReadonlyMap<string, Current>): string[] =>
  [...current].flatMap(([id, { doc }]) => (doc?.['_conflicts'] === undefined ? [] : [id]));

/** None where it was deleted meanwhile: that is a change of its own. */
function asConflict(id: string, leaves: readonly Leaf[]): Reading[] {
  const [first] = leaves;
  if (first === undefined) return [];
  return [{ id, rev: leaves.length === 1 ? first._rev : resolveConflict(leaves).merged._rev, leaves }];
}
