import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readConfig, type Config } from '../base/config.ts';
import { explain } from '../process/explain.ts';
import { openCouch } from '../storage/couchdb.ts';
import { FolderInUse, openEmbedded } from '../storage/embedded.ts';
import { openStorage } from '../storage/factory.ts';
import type { Storage } from '../storage/types.ts';
import { join } from 'node:path';
import { askRunning } from './channel.ts';
import { BackupError, type Entries, type Progress } from './entries.ts';
import { readBackup, toLines, writeBackup } from './file.ts';
import { assertAtRest, fill } from './places.ts';
import { readStorage } from './read.ts';
import { assertFinished } from './unfinished.ts';

type Where = Pick<Config, 'dataDir' | 'couchUrl'>;

/** Writes everything into a new file, while the server runs or not, and reads the file once. */
export async function backup(from: Where, file: string, tell: Progress): Promise<void> {
  // To open it would make it, and leave an empty folder where somebody mistyped its name.
  if (from.couchUrl === null && !existsSync(join(from.dataDir, 'databases')))
    throw new BackupError(`there is nothing to copy: ${placeOf(from)} holds no databases`);
  const storage = await openSource(from);
  try {
    if (storage !== null) await assertFinished(storage);
    if (storage !== null && (await storage.list()).length === 0)
      throw new BackupError(`there is nothing to copy: ${placeOf(from)} is empty`);
    const lines =
      storage === null ? askRunning(from.dataDir) : toLines(readStorage(storage, from.dataDir, tell));
    if (storage === null) tell('A server is running: it is asked for everything');
    await writeBackup(file, lines);
  } finally {
    await storage?.close();
  }
  tell(`Written, reading it again …`);
  tell(`${file}: ${said(await count(readBackup(file)))}`);
}

const placeOf = ({ dataDir, couchUrl }: Where): string =>
  couchUrl === null ? `DATA_DIR ${dataDir}` : 'COUCHDB_URL';

/** Null when another process has the databases open: a server, which can be asked. */
async function openSource(from: Where): Promise<Storage | null> {
  try {
    return await openStorage(from);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

/** Puts a backup into an empty DATA_DIR or CouchDB. The file is read to its end before anything is written. */
export async function restore(to: Where, file: string, tell: Progress): Promise<void> {
  tell(`${file}: ${said(await count(readBackup(file)))}, whole`);
  const told = await fill(to, () => readBackup(file), 'restore', tell);
  tell(`Restored and compared: ${said(told)}`);
}

/** From the embedded databases of DATA_DIR to COUCHDB_URL, or back: from where there are any to where there are none. */
export async function move({ dataDir, couchUrl }: Where, tell: Progress): Promise<void> {
  if (couchUrl === null) throw new BackupError('COUCHDB_URL is missing: say where the CouchDB is');
  const embedded = await openEmbedded({ folder: join(dataDir, 'databases') });
  let source = embedded;
  let target: Where = { dataDir, couchUrl };
  if ((await embedded.list()).length === 0) {
    await embedded.close();
    source = await openCouch({ url: couchUrl });
    target = { dataDir, couchUrl: null };
  }
  try {
    await assertFinished(source);
    await assertAtRest(source);
    tell(source.kind === 'embedded' ? 'From DATA_DIR to COUCHDB_URL' : 'From COUCHDB_URL to DATA_DIR');
    const entries = (): Entries => readStorage(source, dataDir, () => undefined);
    const counted = await count(entries());
    if (counted.databases === 0)
      throw new BackupError('there is nothing to move: DATA_DIR and COUCHDB_URL are empty');
    const told = await fill(target, entries, 'move', tell);
    tell(`Moved and compared: ${said(told)}. Where it was it still is: remove it when you are content.`);
  } finally {
    await source.close();
  }
}

async function count(entries: Entries): Promise<{ databases: number; documents: number }> {
  const result = { databases: 0, documents: 0 };
  for await (const one of entries) {
    if (!('end' in one)) continue;
    result.databases++;
    result.documents += one.documents;
  }
  return result;
}

const said = ({ databases, documents }: { databases: number; documents: number }): string =>
  `${databases} databases, ${documents} documents`;

/** Runs a command as an operator starts it: one line per problem, and exit code 1. */
export async function runCommand(
  usage: string,
  run: (config: Config, file: string, tell: Progress) => Promise<void>,
): Promise<void> {
  const [, , file = ''] = process.argv;
  try {
    if (usage.includes('FILE') && file === '') throw new BackupError(`which file? ${usage}`);
    await run(readConfig(process.env), file, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.exitCode = 1;
    const line = `${error instanceof BackupError ? error.message : explain(error)}\n`;
    if (!process.stderr.write(line)) await once(process.stderr, 'drain');
  }
}
