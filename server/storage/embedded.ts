import { readdir, access, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import PouchDB from 'pouchdb-core';
import leveldb from 'pouchdb-adapter-leveldb';
import { databaseName } from '#domain/ids.ts';
import { roomForDatabases } from '../base/descriptors.ts';
import { makeFolder } from './folders.ts';
import { lastingLevel, mendingLevel } from './mending.ts';
import { isDatabaseName } from './names.ts';
import { createPouchStorage } from './pouch.ts';
import { DATABASES, outboxDatabase, type AnyDoc, type Storage } from './types.ts';

PouchDB.plugin(leveldb);

/** The data folder is used by another server, in this process or another one. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another server`);
    this.name = 'FolderInUse';
  }
}

/** Databases are missing without which what is there would be taken for the whole: nobody could log in, and devices would let go of their events. */
export class FolderIncomplete extends Error {
  constructor(folder: string, missing: readonly string[]) {
    super(
      `DATA_DIR ${folder} is not whole: it has events, but not ${missing.join(', ')}. Copy the whole folder while no server runs, or restore a backup`,
    );
    this.name = 'FolderIncomplete';
  }
}

/** A restore was killed, or is under way: a server that began with nothing would keep it from being begun again. */
export class FolderUnfinished extends Error {
  constructor(folder: string) {
    super(
      `DATA_DIR ${folder} waits for a restore that has not ended: wait for its end, begin it again, or remove ${unfinished(folder)}`,
    );
    this.name = 'FolderUnfinished';
  }
}

/** Where a restore puts databases until all are there; beside the folder that gets its name then. */
export const unfinished = (folder: string): string => `${folder}.restoring`;

/** A database of the data folder cannot be opened; the message says which one and what may help. */
export class DatabaseUnusable extends Error {
  constructor(folder: string, cause: unknown) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    super(`DATA_DIR ${folder} ${helpFor(problem)} (${problem})`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

/** "Damaged" is only said where nothing else explains it: who believes it throws a good database away. */
function helpFor(problem: string): string {
  if (/no space left|quota exceeded/i.test(problem)) return 'has no space left';
  if (/too many open files|EMFILE|ENFILE/i.test(problem))
    return 'cannot be opened, too many files are open: raise the limit (ulimit -n); nothing is lost';
  if (/permission denied|read-only file system|EACCES|EPERM|EROFS/i.test(problem))
    return 'may not be read or written by this user';
  return 'is damaged or cannot be read: restore it from a backup';
}

/** Files of one database that LevelDB keeps open at most, beside a handful of its own. */
const TABLES = 64;

/** Folders that this process has open: LevelDB's lock only keeps other processes out. */
const openFolders = new Set<string>();

export interface EmbeddedOptions {
  /** The folder of the databases; made when missing. */
  folder: string;
  onFailure?(name: string, error: unknown): void;
  /** How many databases stay open when nobody uses them; by the limit of open files when left out. */
  keepOpen?: number;
}

/**
 * Embedded storage: one LevelDB folder per database. Throws FolderInUse when another server has the folder open. The
 * lock is the operating system's (LevelDB's own on the folder `lock`), so it ends with its process, also after
 * `kill -9`, and never has to be cleaned up.
 */
export async function openEmbedded({ folder, onFailure, keepOpen }: EmbeddedOptions): Promise<Storage> {
  const root = resolve(folder);
  if (openFolders.has(root)) throw new FolderInUse(root);
  openFolders.add(root);
  try {
    await makeFolder(root);
    const lock = await takeLock(root);
    const storage = createPouchStorage({
      create: (name) => openFolder(root, name),
      explain: (name, error) => new DatabaseUnusable(join(root, name), error),
      exists: (name) => isDatabaseFolder(root, name),
      list: () => listFolders(root),
      keepOpen: keepOpen ?? roomForDatabases(),
      onFailure,
      async release() {
        await lock.close();
        openFolders.delete(root);
      },
    });
    return { ...storage, roomLeft: () => roomIn(root) };
  } catch (error) {
    openFolders.delete(root);
    throw error;
  }
}

async function openFolder(root: string, name: string): Promise<PouchDB.Database<AnyDoc>> {
  await assertWhole(join(root, name));
  // No device brings back what was sent: a mark that is lost with the machine's power is a message that goes twice.
  const level = name.startsWith(outboxDatabase('')) ? lastingLevel : mendingLevel;
  const options = { adapter: 'leveldb', auto_compaction: true, db: level, maxOpenFiles: TABLES };
  const db = new PouchDB<AnyDoc>(join(root, name), options);
  await db.info();
  return db;
}

/**
 * LevelDB makes a new, empty database where CURRENT is missing, and clears away what lay there. A creation that a crash
 * has cut off leaves no documents behind; anything else is damage that nobody may paper over.
 */
async function assertWhole(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  if (names.includes('CURRENT') || !names.some((name) => /\.(ldb|log)$/.test(name))) return;
  throw new Error('the file CURRENT is missing');
}

/** The server makes these before anybody can make an event. */
const BEFORE_EVENTS = [DATABASES.central, DATABASES.users, DATABASES.auth];

/**
 * Throws FolderIncomplete where a copy of the folder lacks what its events need, FolderUnfinished where it is to get its databases
 * from a restore. `folder`: as for `openEmbedded`.
 */
export async function assertComplete(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const isEmpty = BEFORE_EVENTS.every((name) => !names.includes(name));
  if (isEmpty && (await exists(unfinished(folder)))) throw new FolderUnfinished(resolve(folder));
  const missing = BEFORE_EVENTS.filter((name) => !names.includes(name));
  if (missing.length > 0 && names.some((name) => name.startsWith(databaseName(''))))
    throw new FolderIncomplete(resolve(folder), missing);
}

async function takeLock(root: string): Promise<PouchDB.Database<AnyDoc>> {
  try {
    return await openFolder(root, 'lock');
  } catch (error) {
    // LevelDB's words for a lock that is held; every other problem names the folder `lock` as well.
    if (/IO error: lock /.test(String(error))) throw new FolderInUse(root);
    throw new DatabaseUnusable(join(root, 'lock'), error);
  }
}

async function isDatabaseFolder(root: string, name: string): Promise<boolean> {
  if (!isDatabaseName(name)) return false;
  // LevelDB writes CURRENT last when it creates a database.
  return exists(join(root, name, 'CURRENT'));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const roomIn = (root: string): Promise<number | null> =>
  statfs(root).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

async function listFolders(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => name !== 'lock');
  const found = await Promise.all(names.map((name) => isDatabaseFolder(root, name)));
  return names.filter((_, index) => found[index]);
}
