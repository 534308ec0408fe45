import { randomBytes } from 'node:crypto';
import { link, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { openCouch } from '../storage/couchdb.ts';
import { insert, read } from '../storage/documents.ts';
import { openEmbedded, unfinished } from '../storage/embedded.ts';
import { makeFolder, syncFolder, syncNames } from '../storage/folders.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { BackupError, type Entries, type Head, type Progress } from './entries.ts';
import { SECRETS } from './read.ts';
import { isUnfinished, markUnfinished } from './unfinished.ts';
import { checkStorage, writeStorage, type Told } from './write.ts';

type Where = Pick<Config, 'dataDir' | 'couchUrl'>;

const folderOf = (dataDir: string): string => join(dataDir, 'databases');

/** The document, in a database that no token reaches, by which a server knows that it is a copy (docs/operations). */
const INSTANCE_ID = 'instance';

/** Where databases are put: nothing of it counts before `finish`, and nothing is left of it after `giveUp`. */
interface Destination {
  storage: Storage;
  finish(): Promise<void>;
  giveUp(): Promise<void>;
}

/** Throws BackupError where there are databases already. */
async function openDestination({ dataDir, couchUrl }: Where): Promise<Destination> {
  await makeFolder(dataDir);
  return couchUrl === null ? emptyFolder(dataDir) : emptyCouch(couchUrl);
}

/** Beside the folder that a server would open, whose name it gets when everything is there. */
async function emptyFolder(dataDir: string): Promise<Destination> {
  const folder = folderOf(dataDir);
  // Throws where a server runs on it.
  const present = await openEmbedded({ folder });
  try {
    const [first] = await present.list();
    if (first !== undefined) throw new BackupError(`DATA_DIR ${dataDir} is not empty: it holds ${first}`);
    const draft = unfinished(folder);
    const former = `${folder}.before`;
    for (const path of [draft, former]) await rm(path, { recursive: true, force: true });
    const storage = await openEmbedded({ folder: draft });
    return {
      storage,
      async finish() {
        await storage.close();
        // Who reads 'restored' may throw the backup away.
        await syncFolder(draft);
        // Held until now: whatever a server started meanwhile had taken would be thrown away here.
        await rename(folder, former);
        await rename(draft, folder);
        await syncNames(dataDir);
        await present.close();
        await rm(former, { recursive: true, force: true });
      },
      async giveUp() {
        await storage.close();
        await present.close();
        await rm(draft, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await present.close();
    throw error;
  }
}

async function emptyCouch(url: string): Promise<Destination> {
  const storage = await openCouch({ url });
  const fixed: ReadonlySet<string> = new Set(Object.values(DATABASES));
  const ours = (await storage.list()).filter((name) => fixed.has(name) || /^(event-|foyer-)/.test(name));
  if (ours.length > 0) {
    const begun = await isUnfinished(storage);
    await storage.close();
    if (begun)
      throw new BackupError('COUCHDB_URL holds a restore or move that has not ended: delete its databases');
    throw new BackupError(`COUCHDB_URL is not empty: it holds ${ours.slice(0, 3).join(', ')}`);
  }
  const before = new Set(await storage.list());
  const unmark = await markUnfinished(storage);
  return {
    storage,
    async finish() {
      await unmark();
      await storage.close();
    },
    async giveUp() {
      for (const name of await storage.list()) if (!before.has(name)) await storage.destroy(name);
      await storage.close();
    },
  };
}

/**
 * Fills an empty place from a stream, compares it with the stream, and marks it as a copy. `entries` begins anew at
 * each call.
 */
export async function fill(
  to: Where,
  entries: () => Entries,
  how: 'restore' | 'move',
  tell: Progress,
): Promise<Told> {
  const destination = await openDestination(to);
  try {
    let head: Head | null = null;
    const secrets = new Map<string, string>();
    async function* listen(): Entries {
      for await (const one of entries()) {
        if ('foyer' in one) head = one;
        if ('secret' in one) secrets.set(one.secret, one.value);
        yield one;
      }
    }
    const told = await writeStorage(listen(), destination.storage, tell);
    await checkStorage(entries(), destination.storage, tell);
    await insert(await destination.storage.open(DATABASES.worker), {
      _id: INSTANCE_ID,
      by: how,
      restoredAt: Date.now(),
      copiedAt: (head as Head | null)?.at ?? null,
      // What must not be done twice waits until a manager has said on which of the copies life goes on.
      confirmedAt: null,
    });
    await keepSecrets(to.dataDir, secrets, tell);
    await destination.finish();
    return told;
  } catch (error) {
    await destination.giveUp();
    throw error;
  }
}

/** What is there stays: a server may be using it. */
async function keepSecrets(
  dataDir: string,
  secrets: ReadonlyMap<string, string>,
  tell: Progress,
): Promise<void> {
  for (const name of SECRETS) {
    const value = secrets.get(name);
    if (value === undefined) continue;
    const draft = join(dataDir, `.${name}-${randomBytes(4).toString('hex')}`);
    await writeFile(draft, value, { mode: 0o600, flag: 'wx', flush: true });
    try {
      await link(draft, join(dataDir, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      tell(`${name} is in DATA_DIR already and stays as it is`);
    } finally {
      await unlink(draft);
    }
  }
}

/** Throws BackupError while a server works on the storage, as far as its lease tells. */
export async function assertAtRest(storage: Storage): Promise<void> {
  if (!(await storage.exists(DATABASES.worker))) return;
  const lease = await read(await storage.open(DATABASES.worker), 'lease');
  if (Number(lease?.['expires'] ?? 0) > Date.now())
    throw new BackupError('a server works on COUCHDB_URL: stop it, then wait a minute');
}
