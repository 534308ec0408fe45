import { ENTRY_CHANGES } from '#api/protocol.ts';
import { isLight, type CopyMode } from '#domain/devices/light.ts';
import { isInScope } from '#domain/rights/reach.ts';
import { invalidField } from '../../base/errors.ts';
import { position } from '../../storage/documents.ts';
import { ANY_COPY } from '../../storage/remote.ts';
import type { Database, Seq, Storage } from '../../storage/types.ts';
import { listDocuments, readListed, type LeafDoc, type Listed } from './listing.ts';
import { attachedBytes, SMALL } from '../../base/outgoing.ts';
import type { ChangesService } from '../changes/longPoll.ts';
import type { DbRequest } from '../request.ts';
import { SaidChanges } from './saidChanges.ts';
import { countUnseen, type Target } from '../target.ts';

/** Documents per page: bounds the memory of one bundle, whatever the size of the database. */
const PAGE = 500;
/** Lines are sent in pieces of about this many characters. */
const PIECE = 128 * 1024;

/** Greater than every id: asks for the first line alone. */
const PAST_ALL = '\ufff0';

/**
 * The first pull of an event as NDJSON (src/api/schemas.ts, "First pull"): every leaf with its revisions, in the order
 * of ids; of entry changes those alone that the sessions do not say already. Whatever changes after the position of the first line comes again with the changes. Yields text to send; the
 * reader's pace is the writer's.
 */
export async function* bundle(
  request: DbRequest,
  target: Target,
  { storage, changes }: { storage: Storage; changes: Pick<ChangesService, 'standing'> },
): AsyncGenerator<string> {
  const mode = request.query.text('mode') ?? 'full';
  if (mode !== 'light' && mode !== 'full') throw invalidField('mode', 'must be light or full');
  const wanted = (id: string): boolean => (mode === 'full' || isLight(id)) && isInScope(target.scope, id);
  const epoch = (await storage.epochs(target.name)).at(-1)?.id;
  const after = request.query.text('after') ?? '';
  const standing = await changes.standing(target);
  const { last_seq, total, pages } =
    storage.kind === 'embedded' || after >= PAST_ALL
      ? await stored(storage, target, { mode, wanted, after }, request)
      : await listed(storage, target, { wanted, after }, request);
  let text = `${JSON.stringify({ last_seq: standing(last_seq), total, epoch })}\n`;
  const said = (request.person.speaks ?? 0) >= ENTRY_CHANGES ? new SaidChanges(target.db) : null;
  for await (const docs of pages) {
    const lines = said === null ? docs : await request.turn(() => withoutSaid(docs, said));
    for (const line of lines) {
      text += `${JSON.stringify('_id' in line ? target.show(line) : line)}\n`;
      if (text.length >= PIECE) {
        yield text;
        text = '';
      }
    }
  }
  yield `${text}{"done":true}\n`;
}

/** Documents that are left out together, and the last of them: they count as brought. */
interface LeftOut {
  leftOut: number;
  last: string;
}

async function withoutSaid(docs: readonly LeafDoc[], said: SaidChanges): Promise<(LeafDoc | LeftOut)[]> {
  const lines: (LeafDoc | LeftOut)[] = [];
  let open: LeftOut | null = null;
  for (const doc of docs) {
    if (!(await said.has(doc))) {
      lines.push(doc);
      open = null;
    } else if (open === null) lines.push((open = { leftOut: 1, last: doc._id }));
    else {
      open.leftOut += 1;
      open.last = doc._id;
    }
  }
  return lines;
}

interface Asked {
  mode: CopyMode;
  /** Whether a document belongs to this mode, and is there for this person. */
  wanted(id: string): boolean;
  /** Only documents after this id. */
  after: string;
}

interface Copy {
  last_seq: Seq;
  /** Documents that are wanted, wherever the reader begins. */
  total: number;
  pages: AsyncIterable<LeafDoc[]>;
}

/** From one database in one place: its position is read before anything else. */
async function stored(storage: Storage, target: Target, asked: Asked, turns: Turns): Promise<Copy> {
  const { db, name } = target;
  const { docCount, seq } = await position(db);
  const docs = (await storage.fullest?.(name))?.docs ?? docCount;
  const total = docs - (await countUnseen(target, asked.mode));
  return { last_seq: seq, total, pages: asked.after >= PAST_ALL ? nothing() : storedPages(db, asked, turns) };
}

async function* nothing(): AsyncGenerator<LeafDoc[]> {
  // Only the first line was asked for.
}

async function* storedPages(
  db: Database,
  { wanted, after: begin }: Asked,
  turns: Turns,
): AsyncGenerator<LeafDoc[]> {
  for (let after = begin; ;) {
    const rows = await rowsAfter(db, after);
    const asked = rows.filter(({ id }) => wanted(id));
    yield* leaves(asked, (edited) => readEmbedded(db, edited), turns);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** From a database in several places: the changes say what there is, and each of it is found (listing.ts). */
async function listed(
  storage: Storage,
  target: Target,
  { wanted, after }: Omit<Asked, 'mode'>,
  turns: Turns,
): Promise<Copy> {
  const { seq, docs } = await listDocuments(storage, target);
  const asked = docs.filter(({ id }) => wanted(id));
  return {
    last_seq: seq,
    total: asked.length,
    pages: listedPages(
      target.db,
      asked.filter(({ id }) => id > after),
      turns,
    ),
  };
}

async function* listedPages(db: Database, docs: readonly Listed[], turns: Turns): AsyncGenerator<LeafDoc[]> {
  for (let start = 0; start < docs.length; start += PAGE) {
    const page = docs.slice(start, start + PAGE);
    const revs = new Map(page.map((one) => [one.id, one.revs]));
    const rows = await rowsBetween(db, page[0]?.id ?? '', page.at(-1)?.id ?? '');
    const here = new Map(rows.map((row) => [row.id, row]));
    // A copy that is behind has an older revision, or none: then the document is asked for by what was listed.
    const whole = page.map(({ id }) => {
      const row = here.get(id);
      return row?.doc != null && revs.get(id)?.join() === row.doc._rev ? row : { id, doc: null };
    });
    const read = (edited: readonly Row[]) =>
      readListed(
        db,
        edited.map(({ id }) => ({ id, revs: revs.get(id) ?? [] })),
      );
    yield* leaves(whole, read, turns);
  }
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

/** Of whichever copy answers first. */
async function rowsBetween(db: Database, startkey: string, endkey: string): Promise<Row[]> {
  // What came in between meanwhile is not asked for here; the changes tell of it.
  const options = { startkey, endkey, limit: 2 * PAGE, include_docs: true, conflicts: true, ...ANY_COPY };
  const { rows } = await db.allDocs(options);
  return rows.map(({ id, doc }) => ({ id, doc: (doc ?? null) as LeafDoc | null }));
}

type Turns = Pick<DbRequest, 'turn' | 'fileTurn'>;

/** All leaves of these documents, in their order: a page of them, but what carries large files alone. */
async function* leaves(
  rows: readonly Row[],
  read: (edited: readonly Row[]) => Promise<LeafDoc[]>,
  { turn, fileTurn }: Turns,
): AsyncGenerator<LeafDoc[]> {
  let some: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const more = attachedBytes(row.doc);
    if (bytes + more > SMALL) {
      yield await turn(() => leavesOfSome(some, read));
      [some, bytes] = [[], 0];
    }
    if (more > SMALL) yield await fileTurn(() => leavesOfSome([row], read));
    else {
      some.push(row);
      bytes += more;
    }
  }
  yield await turn(() => leavesOfSome(some, read));
}

/** Most documents were written once: there the row has everything, and only the others have to be read. */
async function leavesOfSome(
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
