import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLight } from '#domain/devices/light.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { DATABASES, type ChangeRow, type Database, type Storage } from '../storage/types.ts';
import { BackupError, type Entries, type Entry, type LeafDoc, type Progress } from './entries.ts';

/** Rows of changes, and documents, that are read at a time. */
const PAGE = 500;
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
    yield { database: name };
    const ids = new Set<string>();
    for await (const leaf of readDatabase(await storage.open(name))) {
      if (name === DATABASES.worker && LEFT_OUT.has(leaf._id)) continue;
      ids.add(leaf._id);
      yield { doc: leaf };
      if (ids.size % TELL_EVERY === 0) tell(`${name}: ${ids.size} documents …`);
    }
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

/** Every leaf of every document, deleted ones too, until the changes end. */
export async function* readDatabase(db: Database): AsyncGenerator<LeafDoc> {
  for (let since: number | string = 0; ;) {
    const page: { results: ChangeRow[]; last_seq: number | string } = await db.changes({
      since,
      limit: PAGE,
      style: 'all_docs',
      ...{ batch_size: PAGE },
    });
    const rows = page.results.filter(({ id }) => !id.startsWith('_'));
    let replaced = false;
    for (const some of byWeight(rows)) {
      for await (const leaf of readLeaves(db, some)) {
        if (leaf === null) replaced = true;
        else yield leaf;
      }
    }
    since = page.last_seq;
    // What was replaced since its row was read has a later row, which is still to come.
    if (page.results.length < PAGE && !replaced) return;
  }
}

/** Documents that may carry files are read one by one, so that memory holds one file at a time. */
function byWeight(rows: readonly ChangeRow[]): ChangeRow[][] {
  const groups: ChangeRow[][] = [];
  let light: ChangeRow[] | null = null;
  for (const row of rows) {
    if (!isLight(row.id) || row.id === EVENT_DOC_ID) groups.push([row]);
    else if (light === null) groups.push((light = [row]));
    else light.push(row);
  }
  return groups;
}

/** Null stands for a leaf that was replaced since its row was read. */
async function* readLeaves(db: Database, rows: readonly ChangeRow[]): AsyncGenerator<LeafDoc | null> {
  const docs = rows.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
  const { results } = await db.bulkGet({ docs, revs: true, attachments: true });
  for (const { id, docs: found } of results) {
    for (const one of found) {
      if ('ok' in one) yield one.ok as unknown as LeafDoc;
      else if (isGone(one)) yield null;
      else throw new BackupError(`${id} cannot be read: ${JSON.stringify(one)}`);
    }
  }
}

function isGone(answer: object): boolean {
  const { missing, error } = answer as { missing?: unknown; error?: { error?: unknown; status?: unknown } };
  return missing !== undefined || error?.error === 'not_found' || error?.status === 404;
}
