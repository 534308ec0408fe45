import { randomBytes } from 'node:crypto';
import { isConflict } from '../base/errors.ts';
import { read } from './documents.ts';
import type { Database, Epoch, Seq } from './types.ts';

/*
 * The life of a database (decision 14). Positions in its changes mean something only as long as nothing that was
 * acknowledged goes away behind them: a backup put back, a power cut, a database made anew. So a database's life is
 * told in epochs, kept in a `_local` document of its own, which no backup and no replication carries along. An epoch
 * begins with each start of the server, and its end is known only when the server could write it down and finds
 * nothing else at the next start.
 */

interface EpochsDoc {
  epochs: Epoch[];
  /** The position of a shutdown in order; null while a server runs, and after one that ended otherwise. */
  closedAt: Seq | null;
}

const EPOCHS_ID = '_local/foyer-epochs';
/** Whoever comes from an older one compares. */
const KEPT = 300;

/**
 * True when everything that was acknowledged to somebody who knew the database in that epoch, up to that position, is
 * still there.
 */
export function continues(epochs: readonly Epoch[], id: string, since: Seq): boolean {
  const known = epochs.find((epoch) => epoch.id === id);
  if (known === undefined) return false;
  if (known === epochs.at(-1)) return true;
  if (known.end === null) return false;
  // CouchDB's positions are opaque: its epoch ended in order, which is all that can be known.
  return typeof known.end !== 'number' || Number(since) <= known.end;
}

/** True when the changes up to that position, as somebody read them in that epoch, are still those of the database. */
export function isStillRead(epochs: readonly Epoch[], id: string, seq: Seq): boolean {
  const index = epochs.findIndex((epoch) => epoch.id === id);
  const known = epochs[index];
  if (known === undefined) return false;
  const next = epochs[index + 1];
  if (next === undefined) return true;
  return typeof next.begin === 'number' ? Number(seq) <= next.begin : known.end !== null;
}

/** Begins the next epoch when a server opens the database. Resolves with the whole life, the current epoch last. */
export async function beginEpoch(db: Database, current: string | null): Promise<Epoch[]> {
  return change(db, (stored, seq) => {
    const past = stored?.epochs ?? [];
    const last = past.at(-1);
    const inOrder = stored !== null && stored.closedAt !== null && stored.closedAt === seq;
    // Closed for a while by this very process, and nobody wrote meanwhile.
    if (last !== undefined && last.id === current && inOrder) return { epochs: past, closedAt: null };
    return { epochs: next(past, seq, inOrder), closedAt: null };
  });
}

/** Ends the current epoch without a known end: something may have been lost, as when a database was away. */
export async function breakEpoch(db: Database): Promise<Epoch[]> {
  return change(db, (stored, seq) => ({ epochs: next(stored?.epochs ?? [], seq, false), closedAt: null }));
}

/** Notes that everything up to now is there, before the database is closed. */
export async function closeEpoch(db: Database): Promise<void> {
  await change(db, (stored, seq) => (stored === null ? null : { ...stored, closedAt: seq }));
}

export async function readEpochs(db: Database): Promise<Epoch[]> {
  return (await stored(db))?.epochs ?? [];
}

function next(past: readonly Epoch[], seq: Seq, inOrder: boolean): Epoch[] {
  const last = past.at(-1);
  const ended = last === undefined ? [] : [...past.slice(0, -1), { ...last, end: inOrder ? seq : null }];
  return [...ended, { id: randomBytes(6).toString('base64url'), begin: seq, end: null }].slice(-KEPT);
}

async function stored(db: Database): Promise<(EpochsDoc & { _rev: string }) | null> {
  return (await read(db, EPOCHS_ID)) as (EpochsDoc & { _id: string; _rev: string }) | null;
}

/** Another gateway may write at the same time: decides again then. */
async function change(
  db: Database,
  decide: (stored: EpochsDoc | null, seq: Seq) => EpochsDoc | null,
): Promise<Epoch[]> {
  for (let attempt = 1; ; attempt++) {
    const before = await stored(db);
    const { update_seq } = await db.info();
    const after = decide(before, update_seq);
    if (after === null) return before?.epochs ?? [];
    try {
      const rev = before === null ? {} : { _rev: before._rev };
      await db.put({ _id: EPOCHS_ID, epochs: after.epochs, closedAt: after.closedAt, ...rev });
      return after.epochs;
    } catch (error) {
      if (!isConflict(error) || attempt === 20) throw error;
    }
  }
}
