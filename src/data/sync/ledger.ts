import type { LocalDatabase } from '../local/database.ts';
import { readLedger, writeLedger, type Ledger } from '../local/positions.ts';
import type { WireDoc } from '../net/remote.ts';
import { createCell, type Cell } from '../signal.ts';
import type { RefusedChange } from '../types.ts';

/**
 * Changes that the server refused: kept in a `_local` document, shown,
 * sent again on request or when rights change. An entry goes only when the server took the change or a later one.
 */
export interface RefusedLedger {
  readonly list: Cell<readonly RefusedChange[]>;
  load(): Promise<void>;
  /** Adds or renews entries and forgets the accepted ones, in one write. */
  record(refused: readonly RefusedChange[], accepted: readonly AcceptedChange[]): Promise<void>;
  /** The server has these: a change whose answer was lost comes back with the pull. */
  recordSeen(docs: readonly WireDoc[], rows: readonly AcceptedChange[]): Promise<void>;
}

export interface AcceptedChange {
  id: string;
  /** The revision that the server took and those it stands on. */
  revs: readonly string[];
}

export function createLedger(db: LocalDatabase, report: (error: unknown) => void): RefusedLedger {
  const list = createCell<readonly RefusedChange[]>([], report);
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: a push and a pull tell at the same time, and each would write what it read before the other. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function write(
    refused: readonly RefusedChange[],
    accepted: readonly AcceptedChange[],
  ): Promise<void> {
    const before = list.get();
    const gone = (entry: RefusedChange): boolean =>
      accepted.some(({ id, revs }) => id === entry.id && revs.includes(entry.rev)) ||
      refused.some(({ id, rev }) => id === entry.id && rev === entry.rev);
    const next: Ledger = [...before.filter((entry) => !gone(entry)), ...refused];
    if (refused.length === 0 && next.length === before.length) return;
    await writeLedger(db, next);
    list.set(next);
  }

  return {
    list,
    record: (refused, accepted) => inTurn(() => write(refused, accepted)),
    recordSeen: (docs, rows) =>
      inTurn(async () => {
        if (list.get().length === 0) return;
        await write([], [...rows, ...docs.map((doc) => ({ id: doc._id, revs: lineage(doc) }))]);
      }),
    async load() {
      list.set(await readLedger(db));
    },
  };
}

/** The revision of a document and those it stands on, newest first. */
export function lineage(doc: WireDoc): string[] {
  const { start, ids } = doc['_revisions'] as { start: number; ids: string[] };
  return ids.map((hash, index) => `${start - index}-${hash}`);
}
