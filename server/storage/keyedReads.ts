import { isDeleted, winningRev, type RevisionTree } from 'pouchdb-merge';
import { isMissing } from '../base/errors.ts';
import type { AnyDoc, Database } from './types.ts';

/** Documents that are read at the same time: writers wait for all of them. */
const AT_ONCE = 100;

interface Options {
  keys?: string[];
  key?: string;
  startkey?: string;
  endkey?: string;
  descending?: boolean;
  skip?: number;
  include_docs?: boolean;
  conflicts?: boolean;
  attachments?: boolean;
  binary?: boolean;
}
interface Row {
  id: string;
  value: { rev: string };
  doc?: object;
}
interface Listed {
  rows: Row[];
}
type Callback = (error: unknown, result?: unknown) => void;
interface Adapter {
  _getRevisionTree(id: string, callback: (error: unknown, tree?: RevisionTree) => void): void;
  _allDocs(options: Options, callback: Callback): unknown;
}

/**
 * Reads documents by their ids, each id once, and those of a range together. PouchDB's adapter opens a stream of its own for
 * each key, all at the same time, and takes an empty key for none: 20,000 keys took minutes and gigabytes, and each empty one
 * the whole database.
 */
export function readKeysOnce(db: Database): void {
  const adapter = db as unknown as Adapter;
  const original = adapter._allDocs.bind(adapter);
  adapter._allDocs = (options, callback) => {
    if (options.keys !== undefined) return byKeys(db, options, options.keys);
    const { include_docs = false, ...range } = isEmptyRange(options) ? { ...options, limit: 0 } : options;
    if (!include_docs) return original(range, callback);
    const listed = listing(original, range);
    return filled(db, options, listed).catch((error: unknown) => {
      // One of them was deleted since, and its body compacted away: PouchDB's own way lets nobody write before its end.
      if (isMissing(error)) return listing(original, options);
      throw error;
    });
  };
}

/** No id is empty: nothing has this key, and nothing comes before it. */
function isEmptyRange({ key, startkey, endkey, descending = false }: Options): boolean {
  return key === '' || (descending ? startkey : endkey) === '';
}

/**
 * The rows of a range with their documents, as they were when it was listed. PouchDB's adapter asks LevelDB for one after
 * the other, and each wakes a thread; what is asked for at the same time goes as one (gatheredReads.ts).
 */
async function filled(db: Database, options: Options, asked: Promise<Listed>): Promise<Listed> {
  const listed = await asked;
  const rows: Row[] = [];
  for (let start = 0; start < listed.rows.length; start += AT_ONCE) {
    const some = listed.rows.slice(start, start + AT_ONCE);
    rows.push(...(await Promise.all(some.map((row) => withDocument(db, options, row)))));
  }
  return { ...listed, rows };
}

async function withDocument(
  db: Database,
  { conflicts, attachments, binary }: Options,
  row: Row,
): Promise<Row> {
  const options = { rev: row.value.rev, conflicts, attachments, binary } as object;
  return { ...row, doc: await db.get(row.id, options) };
}

function listing(list: Adapter['_allDocs'], options: Options): Promise<Listed> {
  return new Promise((resolve, reject) => {
    list(options, (error, result) => (error == null ? resolve(result as Listed) : reject(error as Error)));
  });
}

async function byKeys(db: Database, options: Options, keys: readonly string[]): Promise<object> {
  const rows = new Map<string, object>();
  const distinct = [...new Set(keys)];
  for (let start = 0; start < distinct.length; start += AT_ONCE) {
    const some = distinct.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((key) => readRow(db, options, key)));
    some.forEach((key, index) => rows.set(key, found[index] ?? missing(key)));
  }
  const { doc_count } = await db.info();
  return { total_rows: doc_count, offset: options.skip ?? 0, rows: keys.map((key) => rows.get(key)) };
}

const missing = (key: string) => ({ key, error: 'not_found' });

async function readRow(
  db: Database,
  { include_docs = false, conflicts = false, attachments = false }: Options,
  key: string,
): Promise<object> {
  // `_local` documents are no part of any list, and others' are nobody's business.
  if (key === '' || key.startsWith('_local/')) return missing(key);
  if (!include_docs) return readStanding(db, key);
  try {
    const doc = (await db.get(key, { conflicts, attachments })) as unknown as AnyDoc & { _rev: string };
    return { id: key, key, value: { rev: doc._rev }, doc };
  } catch (error) {
    if (!isMissing(error)) throw error;
    if ((error as { reason?: unknown }).reason !== 'deleted') return missing(key);
    const row = await readStanding(db, key);
    return 'error' in row ? row : { ...row, doc: null };
  }
}

/** Only where a document stands: its body, of which a session's may be a megabyte, is not read. */
function readStanding(db: Database, key: string): Promise<object> {
  return new Promise((resolve, reject) => {
    (db as unknown as Adapter)._getRevisionTree(key, (error, tree) => {
      if (error != null && !isMissing(error)) return reject(error as Error);
      if (tree === undefined) return resolve(missing(key));
      const rev = winningRev({ rev_tree: tree });
      const isGone = isDeleted({ rev_tree: tree }, rev);
      resolve({ id: key, key, value: { rev, ...(isGone ? { deleted: true } : {}) } });
    });
  });
}
