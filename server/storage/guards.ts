import type { AnyDoc, Database, WriteListener } from './types.ts';

type Callback = (error: unknown, result?: unknown) => void;
interface Metadata {
  id: string;
  winningRev?: string;
}
interface ChangesOptions {
  processChange: (doc: AnyDoc | undefined, metadata: Metadata, options: unknown) => unknown;
}
/** The parts of PouchDB's LevelDB adapter that are stood upon here; they are the same since version 7. */
interface Adapter {
  _changes(options: ChangesOptions): unknown;
  _bulkDocs(request: { docs: { _id?: unknown }[] }, options: unknown, callback: Callback): void;
  setMaxListeners(count: number): void;
}

/**
 * Mends a trap of PouchDB's LevelDB adapter: a change whose winning revision was compacted away between two reads
 * reaches `processChange` without its document, which throws inside a stream's callback, where nobody can catch it,
 * and ends the process. The row's id and revision are known all the same, and the newer change follows.
 */
export function guardChanges(db: Database): void {
  const adapter = db as unknown as Adapter;
  const original = adapter._changes.bind(adapter);
  adapter._changes = (options) =>
    original({
      ...options,
      processChange: (doc, metadata, context) =>
        options.processChange(
          doc ?? { _id: metadata.id, _rev: metadata.winningRev ?? '' },
          metadata,
          context,
        ),
    });
  // Each reader of changes listens for the database's end; many at once are no leak.
  adapter.setMaxListeners(0);
}

/** Calls `listener` after each successful write, before the writer is answered. */
export function tellOfWrites(db: Database, listener: WriteListener): void {
  const adapter = db as unknown as Adapter;
  const original = adapter._bulkDocs.bind(adapter);
  adapter._bulkDocs = (request, options, callback) => {
    original(request, options, (error, result) => {
      if (error == null)
        listener(
          request.docs.map(({ _id }) => String(_id)),
          revsOf(result),
        );
      callback(error, result);
    });
  };
}

/** Of new versions; of replicated ones the adapter says nothing. */
function revsOf(result: unknown): ReadonlyMap<string, string> {
  const rows = Array.isArray(result) ? (result as ({ id?: unknown; rev?: unknown } | undefined)[]) : [];
  return new Map(
    rows.flatMap((row) =>
      typeof row?.id === 'string' && typeof row.rev === 'string' ? [[row.id, row.rev] as const] : [],
    ),
  );
}

const plainClose = new WeakMap<Database, () => Promise<void>>();

/** Does something with the database right before it is closed, whoever closes it. */
export function beforeClose(db: Database, work: () => Promise<void>): void {
  const close = db.close.bind(db);
  plainClose.set(db, close);
  db.close = async () => {
    await work();
    await close();
  };
}

/** Closes without that work: a database whose queue is stuck would wait for it for ever. */
export const closeAtOnce = (db: Database): Promise<void> => plainClose.get(db)?.() ?? db.close();
