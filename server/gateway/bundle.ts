import { idRange } from '#domain/ids.ts';
import { HEAVY_TYPES, isLight } from '#domain/light.ts';
import { isInScope } from '#domain/reach.ts';
import { invalidField } from '../errors.ts';
import { position } from '../storage/documents.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';
import type { DbRequest } from './request.ts';
import { countUnseen, type Target } from './target.ts';

/** Documents per page: bounds the memory of one bundle, whatever the size of the database. */
const PAGE = 500;
/** Lines are sent in pieces of about this many characters. */
const PIECE = 128 * 1024;

type LeafDoc = AnyDoc & { _id: string; _rev: string; _conflicts?: string[]; _attachments?: object };

/**
 * The first pull of an event as NDJSON (src/api/schemas.ts, "First pull"): every leaf with its revisions, in the order
 * of ids. The position is read before anything else, so whatever changes meanwhile comes again with the changes.
 * Yields text to send; the reader's pace is the writer's.
 */
export async function* bundle(
  request: DbRequest,
  target: Target,
  { kind, epochs }: Pick<Storage, 'kind' | 'epochs'>,
): AsyncGenerator<string> {
  const mode = request.query.text('mode') ?? 'full';
  if (mode !== 'light' && mode !== 'full') throw invalidField('mode', 'must be light or full');
  const wanted = (id: string): boolean => (mode === 'full' || isLight(id)) && isInScope(target.scope, id);
  const epoch = (await epochs(target.name)).at(-1)?.id;
  const { docCount, seq } = await position(target.db);
  const heavy = mode === 'light' ? await countHeavy(target.db) : 0;
  const total = docCount - heavy - (await countUnseen(target));
  let text = `${JSON.stringify({ last_seq: seq, total, epoch })}\n`;
  let after = request.query.text('after') ?? '';
  const read = kind === 'embedded' ? readEmbedded : readRemote;
  for (;;) {
    const rows = await rowsAfter(target.db, after);
    const asked = rows.filter(({ id }) => wanted(id));
    for (const doc of await leaves(asked, (edited) => read(target.db, edited))) {
      text += `${JSON.stringify(target.show(doc))}\n`;
      if (text.length >= PIECE) {
        yield text;
        text = '';
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.id;
  }
  yield `${text}{"done":true}\n`;
}

/** Documents that a light copy leaves out; there are few of them. */
async function countHeavy(db: Database): Promise<number> {
  const found = await Promise.all(HEAVY_TYPES.map((type) => db.allDocs(idRange(`${type}_`))));
  return found.reduce((sum, { rows }) => sum + rows.length, 0);
}

interface Row {
  id: string;
  /** Null where it vanished meanwhile. Of attachments only that they are there. */
  doc: LeafDoc | null;
}

async function rowsAfter(db: Database, after: string): Promise<Row[]> {
  // The smallest id that is greater than another one ends with U+0000; no id of ours holds it.
  const start = after === '' ? {} : { startkey: `${after}\u0000` };
  const { rows } = await db.allDocs({ ...start, limit: PAGE, include_docs: true, conflicts: true });
  return rows.flatMap((row) =>
    'value' in row ? [{ id: row.id, doc: (row.doc ?? null) as LeafDoc | null }] : [],
  );
}

/**
 * All leaves of these documents, in their order. Most documents were written once: there the row has everything, and
 * only the others have to be read for their histories.
 */
async function leaves(
  rows: readonly Row[],
  read: (edited: readonly Row[]) => Promise<LeafDoc[]>,
): Promise<LeafDoc[]> {
  const whole = new Map<string, LeafDoc[]>();
  for (const { id, doc } of rows) {
    if (doc === null || !doc._rev.startsWith('1-') || doc._conflicts || doc._attachments) continue;
    whole.set(id, [{ ...doc, _revisions: { start: 1, ids: [doc._rev.slice(2)] } }]);
  }
  for (const doc of await read(rows.filter(({ id }) => !whole.has(id)))) {
    whole.set(doc._id, [...(whole.get(doc._id) ?? []), doc]);
  }
  return rows.flatMap(({ id }) => whole.get(id) ?? []);
}

/** LevelDB reads many documents at once faster than it reads them in a row. */
async function readEmbedded(db: Database, rows: readonly Row[]): Promise<LeafDoc[]> {
  const groups = await Promise.all(
    rows.map(async ({ id }) => {
      const winner = await leaf(db, id, { conflicts: true });
      if (winner === null) return [];
      const { _conflicts = [], ...doc } = winner;
      const others = await Promise.all(_conflicts.map((rev) => leaf(db, id, { rev })));
      return [doc as LeafDoc, ...others.filter((other) => other !== null)];
    }),
  );
  return groups.flat();
}

/** A leaf that vanished meanwhile is left out: what replaced it is in the changes after the bundle's position. */
async function leaf(db: Database, id: string, options: PouchDB.Core.GetOptions): Promise<LeafDoc | null> {
  try {
    return (await db.get(id, { ...options, revs: true, attachments: true })) as unknown as LeafDoc;
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) return null;
    throw error;
  }
}

/** One request per page where each one costs a round trip. */
async function readRemote(db: Database, rows: readonly Row[]): Promise<LeafDoc[]> {
  const docs = rows.flatMap(({ id, doc }) =>
    doc === null ? [] : [doc._rev, ...(doc._conflicts ?? [])].map((rev) => ({ id, rev })),
  );
  if (docs.length === 0) return [];
  const { results } = await db.bulkGet({ docs, revs: true, attachments: true });
  return results.flatMap((result) =>
    result.docs.flatMap((entry) => ('ok' in entry ? [entry.ok as unknown as LeafDoc] : [])),
  );
}
