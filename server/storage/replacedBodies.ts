import type { Database } from './types.ts';

type Callback = (error: unknown, result?: unknown) => void;
interface Metadata {
  /** Where each version lies that is there: those to be dropped, too. */
  rev_map: Readonly<Record<string, number>>;
}
interface Store {
  prefix(): string[];
}
/** What PouchDB's LevelDB adapter collects of one write, and remembers of what it read for it. */
interface Transaction {
  get(store: Store, key: string, callback: Callback): void;
  /** By store, and key in it. */
  _cache: ReadonlyMap<string | undefined, ReadonlyMap<string, unknown>>;
}
interface Adapter {
  _doCompactionNoLock(
    id: string,
    revs: readonly string[],
    options: { ctx?: Transaction },
    callback: Callback,
  ): void;
}

/**
 * Reads what a write replaces together. PouchDB's adapter looks at each version that it drops for attachments which nobody
 * needs any more, one after the other: each look wakes a thread, which for a hundred documents took most of their write.
 */
export function readReplacedTogether(db: Database): void {
  const adapter = db as unknown as Adapter;
  const original = adapter._doCompactionNoLock.bind(adapter);
  const known = new WeakSet<Transaction>();
  adapter._doCompactionNoLock = (id, revs, options, callback) => {
    const { ctx } = options;
    if (ctx !== undefined && revs.length > 0 && !known.has(ctx)) {
      known.add(ctx);
      readAhead(ctx);
    }
    original(id, revs, options, callback);
  };
}

/** With the first body that is asked for, all are. */
function readAhead(transaction: Transaction): void {
  const get = transaction.get.bind(transaction);
  const underway = new Map<string, Callback[]>();
  let documents: Store | null = null;
  let bodies: Store | null = null;

  function read(store: Store, key: string, callback: Callback): void {
    const others = underway.get(key);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const waiting = [callback];
    underway.set(key, waiting);
    get(store, key, (error, body) => {
      underway.delete(key);
      for (const one of waiting) one(error, body);
    });
  }

  transaction.get = (store, key, callback) => {
    // A document's metadata comes first, its body after it.
    documents ??= store;
    if (store === documents || (bodies !== null && store !== bodies)) return get(store, key, callback);
    if (bodies === null) {
      bodies = store;
      for (const other of versionsOf(transaction, documents, bodies)) read(store, other, () => undefined);
    }
    read(store, key, callback);
  };
}

/** All that are stored of the documents of a write that have more than their newest: of the others none is dropped. */
function versionsOf({ _cache }: Transaction, documents: Store, bodies: Store): string[] {
  const inHand = _cache.get(bodies.prefix()[0]);
  const all = (_cache.get(documents.prefix()[0])?.values() ?? []) as Iterable<Metadata | null>;
  return [...all]
    .map((metadata) => Object.values(metadata?.rev_map ?? {}))
    .flatMap((seqs) => (seqs.length > 1 ? seqs : []))
    .map((seq) => `${seq}`.padStart(16, '0'))
    .filter((key) => inHand?.has(key) !== true);
}
