import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../base/errors.ts';
import { chunks } from '../gateway/pace.ts';
import { DATABASES, type ChangeRow, type Database, type Storage } from '../storage/types.ts';
import { BackupError, type Entries, type Entry, type LeafDoc, type Progress } from './entries.ts';

/** Rows of changes, and leaves, that are read at a time: documents may have megabytes. */
const PAGE = 500;
const GROUP = 50;
/** After so many documents of one database its progress is told. */
const TELL_EVERY = 5000;
/** Files of DATA_DIR that belong to the databases: the key of logins, and the one of the services' secrets. */
export const SECRETS = ['token-secret', 'services-key'] as const;
/** What is about the running of the server that wrote it, and says nothing elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set(['lease', 'instance']);

/**
 * Everything that a storage holds, as a stream; what is written meanwhile comes or stays away, document by document.
 * `_local` documents stay away: they are positions of readers, which mean nothing in another database.
 */
export async function* readStorage(storage: Storage, dataDir: string, tell: Progress): AsyncGenerator<Entry> {
  yield { foyer: 'backup', version: 1, at: Date.now(), from: storage.kind };
  yield* readSecrets(dataDir);
  for (const name of inOrder(await storage.list())) {
    // Deleted since it was listed, with its event.
    if (!(await storage.exists(name))) continue;
    yield { database: name };
    const rows = new Set<string>();
    const ids = new Set<string>();
    await storage.assertMajority?.();
    const wanted = (await storage.fullest?.(name))?.ids ?? 0;
    const many = storage.kind === 'couchdb';
    for await (const leaf of readDatabase(await storage.openExisting(name), { seen: rows, many })) {
      if (name === DATABASES.worker && LEFT_OUT.has(leaf._id)) continue;
      ids.add(leaf._id);
      yield { doc: leaf };
      if (ids.size % TELL_EVERY === 0) tell(`${name}: ${ids.size} documents …`);
    }
    // A node that was away lacks what the others hold, and its changes are what was read.
    if (rows.size < wanted)
      throw new BackupError(`copies of ${name} are being brought up to date: try again in a minute`);
    tell(`${name}: ${ids.size} documents`);
    yield { end: name, documents: ids.size };
  }
}

/** Events first: what the server notes about them (invoice numbers given) is then never older than they are. */
const inOrder = (names: readonly string[]): string[] =>
  names.toSorted(
    (a, b) => Number(b.startsWith('event-')) - Number(a.startsWith('event-')) || (a < b ? -1 : 1),
  );

async function* readSecrets(dataDir: string): Entries {
  for (const name of SECRETS) {
    const value = await readFile(join(dataDir, name), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (value !== null) yield { secret: name, value: value.trim() };
  }
}

interface Reading {
  /** Takes every id that the changes name. */
  seen?: Set<string>;
  /** There may be copies on several nodes, which do not agree at every moment. */
  many?: boolean;
}

/** Every leaf of every document, deleted ones too, until the changes end. */
export async function* readDatabase(
  db: Database,
  { seen, many = false }: Reading = {},
): AsyncGenerator<LeafDoc> {
  let looked = 0;
  for (let since: number | string = 0; ;) {
    const page: { results: ChangeRow[]; last_seq: number | string } = await db.changes({
      since,
      limit: PAGE,
      style: 'all_docs',
      ...{ batch_size: PAGE },
    });
    for (const { id } of page.results) seen?.add(id);
    const leaves = page.results
      .filter(({ id }) => !id.startsWith('_'))
      .flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
    let replaced = false;
    for (const some of chunks(leaves, GROUP)) {
      for await (const leaf of readLeaves(db, some, many)) {
        if (leaf === null) replaced = true;
        else yield leaf;
      }
    }
    since = page.last_seq;
    // What was replaced since its row was read has a later row, which is still to come.
    if (page.results.length === PAGE || replaced) continue;
    // LevelDB's changes lack what was written while they were read, in its former row as well as in the later one.
    if (typeof since !== 'number') return;
    const written = Number((await db.info()).update_seq);
    if (written <= since || written === looked) return;
    looked = written;
  }
}

/**
 * What is attached is read leaf by leaf: any document may carry files, and all leaves of a conflict do. Null stands for a
 * leaf that was replaced since its row was read.
 */
async function* readLeaves(
  db: Database,
  revisions: { id: string; rev: string }[],
  many: boolean,
): AsyncGenerator<LeafDoc | null> {
  // A node of a cluster may name a revision that is no leaf any more; most copies are asked for those that came of it.
  const latest = many ? { latest: true } : {};
  const { results } = await db.bulkGet({ docs: revisions, revs: true, ...latest });
  for (const { id, docs: found } of results) {
    for (const one of found) {
      if ('ok' in one) yield await withFiles(db, one.ok as unknown as LeafDoc);
      else if (isGone(one)) yield null;
      else throw new BackupError(`${id} cannot be read: ${JSON.stringify(one)}`);
    }
  }
}

async function withFiles(db: Database, leaf: LeafDoc): Promise<LeafDoc | null> {
  if (leaf['_attachments'] === undefined) return leaf;
  try {
    const options = { rev: leaf._rev, revs: true, attachments: true };
    return (await db.get(leaf._id, options)) as unknown as LeafDoc;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isGone(answer: object): boolean {
  const { missing, error } = answer as { missing?: unknown; error?: { error?: unknown; status?: unknown } };
  return missing !== undefined || error?.error === 'not_found' || error?.status === 404;
}
