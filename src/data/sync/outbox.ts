import type { LocalDatabase } from '../local/database.ts';
import { readPushed, writePushed } from '../local/positions.ts';
import { createEmitter } from '../signal.ts';
import type { DataError } from '../types.ts';

/** A document with revisions that may be unknown to the server. */
export interface Outgoing {
  id: string;
  revs: string[];
  /** False when only `_revs_diff` can tell whether the server has them: after a restart or a lost answer. */
  certain: boolean;
}

/**
 * The local changes that the server has not acknowledged: all changes after the kept position, minus revisions that
 * came from the server (decision 2).
 */
export interface Outbox {
  /** Reads what waits and follows the local changes; returns its stop. */
  start(): Promise<() => void>;
  /** Reads all local changes up to now: for one round without following. */
  catchUp(): Promise<void>;
  /** The server has these revisions. To be called before a pull writes them, so that they never count as ours. */
  known(id: string, revs: readonly string[]): void;
  /** They could not be written here: whoever brings them again is to find that they are missing. */
  notHere(id: string, revs: readonly string[]): void;
  /** True when the revision came from the server or was acknowledged, as far as memory goes. */
  isKnown(id: string, rev: string): boolean;
  /** Up to `count` documents that are not held, oldest change first. */
  take(count: number): Outgoing[];
  /** These revisions are settled: acknowledged, or in the ledger. */
  settle(id: string, revs: readonly string[]): void;
  /** Stays, and is not taken until `release`: only an update of this app or of the server helps. */
  hold(id: string, rev: string, why: DataError): void;
  /** Everything may be taken again. */
  release(): void;
  /** Why something is held, or null. */
  readonly held: DataError | null;
  /** True when `take` has something. */
  readonly ready: boolean;
  /** An answer was lost: ask before sending these again. */
  doubt(): void;
  /** Puts a document's revision back, for another try. */
  again(id: string, rev: string): void;
  /**
   * Puts back what the server had once and lacks now, whoever wrote it. `seq`, its place in the local changes, is no more behind the
   * position until it has left: the comparison that found it is not made again where it is held.
   */
  resend(id: string, revs: readonly string[], seq: number): void;
  /** True for what is only sent because the server lost it. */
  isResent(id: string, rev: string): boolean;
  /** What was done on this device to a document and is still to be sent. */
  ownOf(id: string): readonly string[];
  /** Whether the document's newest local change that was read left it with several leaves, closed ones counted. */
  isSplit(id: string): boolean;
  /**
   * After a first pull: everything in the local database is the server's. Not so when there is a position already,
   * because then documents were put here before (see `rescue`).
   */
  skipFirstPull(): Promise<void>;
  /** Reads what was written meanwhile, and writes the position, when it moved. */
  save(): Promise<void>;
  readonly size: number;
  /** Ids of the first waiting documents whose ids begin so; the same array as before while they are the same. */
  ids(prefix: string): readonly string[];
  /** Called after `size` changed. */
  subscribe(listener: () => void): () => void;
}

interface Waiting {
  seq: number;
  revs: string[];
  certain: boolean;
}

const PAGE = 2000;
/** As many waiting documents as anybody reads the names of. */
const SHOWN = 300;

export function createOutbox(db: LocalDatabase, report: (error: unknown) => void): Outbox {
  const changed = createEmitter(report);
  const waiting = new Map<string, Waiting>();
  const knownRevs = new Map<string, Set<string>>();
  const resent = new Set<string>();
  const held = new Map<string, DataError>();
  const split = new Set<string>();
  /** Highest local seq read. */
  let read = 0;
  let saved: number | null = null;
  let shown: readonly string[] = [];
  let loaded = false;

  const heldWhy = (id: string, { revs }: Waiting): DataError | null =>
    revs.map((rev) => held.get(`${id} ${rev}`) ?? null).find((why) => why !== null) ?? null;
  /** Documents wait as a whole: of one that is held no other revision is taken either. */
  function* takeable(): Generator<[string, Waiting]> {
    for (const entry of waiting) if (held.size === 0 || heldWhy(...entry) === null) yield entry;
  }

  const isKnown = (id: string, rev: string): boolean => knownRevs.get(id)?.has(rev) === true;

  const isResent = (id: string, rev: string): boolean => resent.has(`${id} ${rev}`);

  function known(id: string, revs: readonly string[]): void {
    const set = knownRevs.get(id) ?? new Set<string>();
    for (const rev of revs) set.add(rev);
    knownRevs.set(id, set);
    settle(id, revs);
  }

  function notHere(id: string, revs: readonly string[]): void {
    for (const rev of revs) knownRevs.get(id)?.delete(rev);
  }

  function settle(id: string, revs: readonly string[]): void {
    const entry = waiting.get(id);
    if (entry === undefined) return;
    entry.revs = entry.revs.filter((rev) => !revs.includes(rev));
    if (entry.revs.length > 0) return;
    waiting.delete(id);
    changed.emit();
  }

  function observe(row: { id: string; seq: number; revs: string[] }, certain: boolean): void {
    read = Math.max(read, row.seq);
    if (row.id.startsWith('_')) return;
    if (row.revs.length > 1) split.add(row.id);
    else split.delete(row.id);
    const revs = row.revs.filter((rev) => !isKnown(row.id, rev));
    const before = waiting.get(row.id);
    waiting.delete(row.id);
    // Deleted and set again, so that the map stays in the order of the newest change of each.
    if (revs.length > 0)
      waiting.set(row.id, { seq: row.seq, revs, certain: certain && (before?.certain ?? true) });
    if (revs.length > 0 || before !== undefined) changed.emit();
  }

  async function catchUp(): Promise<void> {
    if (!loaded) {
      saved = await readPushed(db);
      read = Math.max(read, saved ?? 0);
      loaded = true;
    }
    await readOn(false);
  }

  async function readOn(certain: boolean): Promise<void> {
    for (;;) {
      const { results } = await db.use((pouch) =>
        pouch.changes({ since: read, limit: PAGE, style: 'all_docs', return_docs: true }),
      );
      for (const row of results) observe(rowOf(row), certain);
      if (results.length < PAGE) return;
    }
  }

  /** Without a `seq` it holds no position back: it is kept elsewhere, in the ledger. */
  function again(id: string, rev: string, seq = Infinity): void {
    notHere(id, [rev]);
    const entry = waiting.get(id);
    if (entry?.revs.includes(rev)) return;
    const first = Math.min(entry?.seq ?? Infinity, seq);
    waiting.set(id, { seq: first, revs: [...(entry?.revs ?? []), rev], certain: false });
    changed.emit();
  }

  return {
    async start() {
      await catchUp();
      let feed: { cancel(): void } | null = null;
      let stopped = false;
      const follow = (): void => {
        feed?.cancel();
        if (stopped) return;
        db.use((pouch) => {
          feed = pouch
            .changes({ since: read, live: true, style: 'all_docs', return_docs: false })
            .on('change', (row) => observe(rowOf(row), true))
            .on('error', report);
          return Promise.resolve();
        }).catch(report);
      };
      follow();
      const stopReopen = db.onReopen(follow);
      return () => {
        stopped = true;
        stopReopen();
        feed?.cancel();
      };
    },
    catchUp,
    known,
    notHere,
    isKnown,
    take(count) {
      const taken: Outgoing[] = [];
      for (const [id, { revs, certain }] of takeable()) {
        if (taken.push({ id, revs: [...revs], certain }) === count) break;
      }
      return taken;
    },
    hold(id, rev, why) {
      held.set(`${id} ${rev}`, why);
      changed.emit();
    },
    release() {
      if (held.size === 0) return;
      held.clear();
      changed.emit();
    },
    get held() {
      for (const entry of waiting) {
        const why = held.size === 0 ? null : heldWhy(...entry);
        if (why !== null) return why;
      }
      return null;
    },
    get ready() {
      return takeable().next().done !== true;
    },
    settle,
    doubt() {
      for (const entry of waiting.values()) entry.certain = false;
    },
    again: (id, rev) => again(id, rev),
    resend(id, revs, seq) {
      for (const rev of revs) {
        if (waiting.get(id)?.revs.includes(rev) !== true) resent.add(`${id} ${rev}`);
        again(id, rev, seq);
      }
    },
    isResent,
    isSplit: (id) => split.has(id),
    ownOf: (id) => waiting.get(id)?.revs.filter((rev) => !isResent(id, rev)) ?? [],
    async skipFirstPull() {
      // Asked first: another tab that puts something of its own in makes the position before.
      const { update_seq } = await db.use((pouch) => pouch.info());
      if ((await readPushed(db)) !== null) return;
      read = Math.max(read, Number(update_seq));
      loaded = true;
      waiting.clear();
      changed.emit();
      saved = read;
      await writePushed(db, read);
    },
    async save() {
      if (!loaded) return;
      // The feed may be behind: what a pull has just brought would count as this device's own where it starts without a network.
      await readOn(true);
      let position = read;
      for (const entry of waiting.values()) position = Math.min(position, entry.seq - 1);
      if (position === saved) return;
      await writePushed(db, position);
      saved = position;
    },
    get size() {
      return waiting.size;
    },
    ids(prefix) {
      const next: string[] = [];
      for (const id of waiting.keys()) {
        if (id.startsWith(prefix)) next.push(id);
        if (next.length === SHOWN) break;
      }
      const same = next.length === shown.length && next.every((id, index) => id === shown[index]);
      if (!same) shown = next;
      return shown;
    },
    subscribe: (listener) => changed.subscribe(listener),
  };
}

function rowOf(row: { id: string; seq: number | string; changes: { rev: string }[] }): {
  id: string;
  seq: number;
  revs: string[];
} {
  return { id: row.id, seq: Number(row.seq), revs: row.changes.map(({ rev }) => rev) };
}
