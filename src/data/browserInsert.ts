import type { AnyDoc, PouchDatabase } from './deps.ts';

/*
 * New documents go into PouchDB's own stores (adapter `idb`, version 5) past PouchDB, which asks the browser for each of
 * them three times: whether it is here, to put its revision, to put its history. A first pull is little else. Here one
 * question tells of a whole batch what is here of it, and nothing waits for an answer in between.
 */

const HISTORIES = 'document-store';
const REVISIONS = 'by-sequence';
const META = 'meta-store';

/** As many revisions as PouchDB keeps of a document. */
export const REVS_LIMIT = 200;

interface Insertable extends AnyDoc {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: string[] };
}

/**
 * Writes those of the documents that are new here, each with one revision, in one transaction. Returns all others, which
 * PouchDB is to write: what is here already, is deleted, has files or several leaves. Where this way fails, that is all.
 */
export function createInsert(db: PouchDatabase): (docs: readonly AnyDoc[]) => Promise<AnyDoc[]> {
  let connection: IDBDatabase | null = null;

  return async (docs) => {
    try {
      const plain = plainOnes(docs);
      if (plain.length === 0) return [...docs];
      // Asked for once: a question would wait for the batch before.
      connection ??= await connectionOf(db);
      const inserted = await insert(connection, plain);
      return docs.filter(({ _id }) => !inserted.has(_id as string));
    } catch {
      // PouchDB tells what is the matter in the way that everybody knows: a full disk, a connection that was closed.
      return [...docs];
    }
  };
}

/** Several leaves of one document are PouchDB's to merge. */
function plainOnes(docs: readonly AnyDoc[]): Insertable[] {
  const found = new Map<unknown, Insertable | null>();
  for (const doc of docs) found.set(doc._id, !found.has(doc._id) && isInsertable(doc) ? doc : null);
  return [...found.values()].filter((doc) => doc !== null);
}

const OWN = new Set(['_id', '_rev', '_revisions']);

function isInsertable(doc: AnyDoc): doc is Insertable {
  const { _id, _rev, _revisions } = doc as Partial<Insertable>;
  return (
    typeof _id === 'string' &&
    !_id.startsWith('_') &&
    _id !== '' &&
    _revisions !== undefined &&
    _revisions.ids.length <= REVS_LIMIT &&
    _rev === `${_revisions.start}-${_revisions.ids[0]}` &&
    Object.keys(doc).every((key) => !key.startsWith('_') || OWN.has(key))
  );
}

/** PouchDB's own: what closes it, deletes the database or opens it again is PouchDB's affair. */
function connectionOf(db: PouchDatabase): Promise<IDBDatabase> {
  const adapter = db as unknown as {
    _get(id: string, options: object, done: (error: unknown, found: { ctx: IDBTransaction }) => void): void;
  };
  return new Promise((resolve, reject) => {
    adapter._get('none', {}, (error, found) => {
      if (found?.ctx === undefined) reject(error as Error);
      else resolve(found.ctx.db);
    });
  });
}

function insert(idb: IDBDatabase, docs: readonly Insertable[]): Promise<ReadonlySet<string>> {
  return new Promise((resolve, reject) => {
    const transaction = idb.transaction([HISTORIES, REVISIONS, META], 'readwrite');
    const histories = transaction.objectStore(HISTORIES);
    const revisions = transaction.objectStore(REVISIONS);
    const inserted = new Set<string>();
    transaction.addEventListener('complete', () => resolve(inserted));
    transaction.addEventListener('abort', (event) => {
      // PouchDB closes a connection of which it hears that.
      event.stopPropagation();
      reject(transaction.error ?? new Error('IndexedDB'));
    });
    const ids = docs.map(({ _id }) => _id).sort((a, b) => (a < b ? -1 : 1));
    const here = histories.getAllKeys(IDBKeyRange.bound(ids[0], ids.at(-1)));
    const newest = revisions.openKeyCursor(null, 'prev');
    const meta = transaction.objectStore(META).get(META);
    // The last of three questions that are answered in their order.
    meta.addEventListener('success', () => {
      const known = new Set(here.result);
      let seq = Number(newest.result?.key ?? 0);
      for (const doc of docs) {
        if (known.has(doc._id)) continue;
        inserted.add(doc._id);
        seq += 1;
        revisions.put(revision(doc), seq);
        histories.put(history(doc, seq));
      }
      const { docCount, ...rest } = meta.result as { docCount: number };
      transaction.objectStore(META).put({ ...rest, docCount: docCount + inserted.size });
    });
  });
}

/** PouchDB keeps a document's content under its id and its revision's number, which are in no other field. */
function revision({ _id, _rev, _revisions: _, ...content }: Insertable): object {
  return { ...content, _doc_id_rev: `${_id}::${_rev}` };
}

type Branch = [hash: string, options: { status: 'available' | 'missing' }, next: Branch[]];

function history({ _id, _rev, _revisions: { start, ids } }: Insertable, seq: number): object {
  let branch: Branch = [ids[0] ?? '', { status: 'available' }, []];
  for (const older of ids.slice(1)) branch = [older, { status: 'missing' }, [branch]];
  const tree = [{ pos: start - ids.length + 1, ids: branch }];
  return {
    id: _id,
    winningRev: _rev,
    deletedOrLocal: '0',
    seq,
    data: JSON.stringify({ id: _id, rev: _rev, rev_tree: tree, seq }),
  };
}
