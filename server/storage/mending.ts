import { createRequire } from 'node:module';
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { failCall } from './calls.ts';
import { gatherReads, type Callback, type ReadOptions } from './gatheredReads.ts';

interface LevelIterator {
  next(callback: (error?: Error | null, key?: unknown, value?: unknown) => void): unknown;
  seek(target: unknown): void;
  end(callback: Callback): void;
}

/** The parts of leveldown that PouchDB's adapter stands on; the underscored ones are abstract-leveldown's own seams. */
interface Level {
  status: string;
  _open(options: unknown, callback: Callback): void;
  _close(callback: Callback): void;
  _batch(operations: unknown, options: unknown, callback: Callback): void;
  _put(key: unknown, value: unknown, options: unknown, callback: Callback): void;
  _del(key: unknown, options: unknown, callback: Callback): void;
  _get(key: unknown, options: unknown, callback: Callback): void;
  _getMany(keys: unknown, options: unknown, callback: Callback<unknown[]>): void;
  _iterator(options: unknown): LevelIterator;
}

interface LevelFactory {
  (location: string): Level;
  destroy(location: string, callback: Callback): void;
}

/** The very leveldown that PouchDB's adapter would take itself. */
const ownRequire = createRequire(import.meta.url);
const leveldown = createRequire(ownRequire.resolve('pouchdb-adapter-leveldb'))('leveldown') as LevelFactory;

/** Free bytes beside its log that LevelDB needs to open a database again. */
const SPARE = 1024 * 1024;
/** How long to wait for a moment without readers, or for a database to open again, and between tries at that, in ms. */
const PATIENCE = 5000;
const RETRY = 1000;

/**
 * LevelDB for PouchDB's option `db`, which survives a full disk. A write that fails half-way leaves a torn record in
 * LevelDB's log; LevelDB goes on behind it as if nothing had happened, and the next start throws away whatever was
 * acknowledged after it. So after a failed write nothing more is written until the database was opened anew, which
 * begins a new log; and that is only tried once there is room for it, so that a full disk can still be read.
 */
export function mendingLevel(location: string): Level {
  return mended(location, {});
}
mendingLevel.destroy = leveldown.destroy.bind(leveldown);

/** The same for what must outlive the machine's power too: each write is on the disk before it is acknowledged. */
export function lastingLevel(location: string): Level {
  return mended(location, { sync: true });
}
lastingLevel.destroy = mendingLevel.destroy;

function mended(location: string, always: object): Level {
  const level = leveldown(location);
  mend(level, location, always);
  return level;
}

/** `always`: an option of every write. */
function mend(level: Level, location: string, always: object): void {
  const open = level._open.bind(level);
  const close = level._close.bind(level);
  const iterator = level._iterator.bind(level);
  /** Writes run one after the other: none may slip in behind a torn record. */
  let last: Promise<void> = Promise.resolve();
  let options: unknown;
  let isTorn = false;
  let isClosing = false;
  /** Set while the database is closed for mending. */
  let opening: Promise<void> | null = null;
  /** A read has failed: what PouchDB believes of this database may be wrong from now on, and is not to be written. */
  let misread: Error | null = null;
  /** It could not be opened again. Whoever asks is told: the pool then makes another one in its place as soon as it can. */
  let shut: Error | null = null;
  const readers = new Set<LevelIterator>();
  let onLastReader: (() => void) | null = null;

  function enqueue(work: () => Promise<void>): void {
    last = last.then(work, work);
  }

  function write(callback: Callback, native: (callback: Callback) => void): void {
    enqueue(async () => {
      let failure: Error | null = null;
      try {
        if (misread !== null) throw misread;
        if (isTorn) await reopen();
        await done(native);
      } catch (error) {
        isTorn = true;
        failure = error as Error;
      }
      // Outside of our promises: what a listener throws is its own.
      process.nextTick(callback, failure);
    });
  }

  /** Throws where there is no room yet, or no end of readers; the database stays open for readers then. */
  async function reopen(): Promise<void> {
    const giveBack = await takeRoom(location);
    try {
      await readersLeft();
      opening = closeAndOpen();
      await opening;
      isTorn = false;
    } finally {
      opening = null;
      giveBack();
    }
  }

  async function closeAndOpen(): Promise<void> {
    const giveUp = AbortSignal.timeout(PATIENCE);
    await done(close);
    for (;;) {
      const failed = await done((callback) => open(options, callback)).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failed === null) return;
      // The room may have been taken by others meanwhile, and be taken for days.
      if (isClosing || giveUp.aborted) {
        shut = failed.error as Error;
        lose(shut);
        throw shut;
      }
      await wait(RETRY);
    }
  }

  /**
   * Waits for a moment without iterators: closing would end them, and PouchDB's streams never get over that. Everybody
   * may go on reading meanwhile, because who reads a list may need other documents to come to its end.
   */
  async function readersLeft(): Promise<void> {
    const giveUp = AbortSignal.timeout(PATIENCE);
    while (readers.size > 0) {
      if (giveUp.aborted) throw new Error('database is not open: it waits for its readers');
      await new Promise<void>((resolve) => {
        onLastReader = resolve;
        giveUp.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    onLastReader = null;
  }

  function counted(inner: LevelIterator): LevelIterator {
    readers.add(inner);
    const end = inner.end.bind(inner);
    inner.end = (callback) => {
      end((error) => {
        readers.delete(inner);
        if (readers.size === 0) onLastReader?.();
        callback(error);
      });
    };
    return inner;
  }

  /** Calls at once, or as soon as the database is open again; or says that it cannot be opened. */
  function whenOpen(read: () => void, fail: (error: Error) => void): void {
    if (shut !== null) {
      lose(shut);
      fail(shut);
    } else if (opening === null) read();
    else {
      const again = (): void => whenOpen(read, fail);
      void opening.then(again, again);
    }
  }

  function lose(error: Error): void {
    misread ??= error;
    failCall(error);
  }

  /** PouchDB takes any failure for "there is no such document"; whoever asks must not believe that. */
  function answer(callback: Callback, error: Error | null | undefined, result: unknown): void {
    if (error != null && !/notfound/i.test(error.message)) lose(error);
    callback(error, result);
  }

  level._open = (given, callback) => {
    options = given;
    open(given, callback);
  };
  level._close = (callback) => {
    // Behind what waits: on a closed database it would end the process.
    isClosing = true;
    reads.flush();
    enqueue(
      () =>
        new Promise((resolve) => {
          const end: Callback = (error) => {
            resolve();
            callback(error);
          };
          if (shut === null) close(end);
          else end();
        }),
    );
  };
  for (const name of ['_batch', '_put', '_del'] as const) {
    const native = level[name].bind(level) as (...args: unknown[]) => void;
    level[name] = (...args: unknown[]) => {
      const callback = args.pop() as Callback;
      const given = { ...(args.pop() as object), ...always };
      write(callback, (done_) => native(...args, given, done_));
    };
  }
  const getMany = level._getMany.bind(level);
  const reads = gatherReads((keys, given, callback) =>
    whenOpen(() => getMany(keys, given, callback), callback),
  );
  level._get = (key, given, callback) =>
    reads.get(key, given as ReadOptions, (error, result) => answer(callback, error, result));
  level._getMany = (keys, given, callback) =>
    whenOpen(
      () => getMany(keys, given, (error, result) => answer(callback as Callback, error, result)),
      callback,
    );
  level._iterator = (given) =>
    opening === null && shut === null
      ? counted(iterator(given))
      : lateIterator(whenOpen, () => counted(iterator(given)));
}

/** The promise of a call with a callback. */
function done(call: (callback: Callback) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => (error == null ? resolve() : reject(error)));
  });
}

/** An iterator asked for while the database is being mended: it begins when it is open again. */
function lateIterator(
  whenOpen: (read: () => void, fail: (error: Error) => void) => void,
  begin: () => LevelIterator,
): LevelIterator {
  let inner: LevelIterator | null = null;
  const late: LevelIterator = {
    next(callback) {
      whenOpen(() => (inner ??= begin()).next(callback), callback);
      return late;
    },
    seek(target) {
      // Whether it could not be opened, `next` says.
      whenOpen(
        () => (inner ??= begin()).seek(target),
        () => undefined,
      );
    },
    end(callback) {
      whenOpen(
        () => (inner === null ? callback() : inner.end(callback)),
        () => callback(),
      );
    },
  };
  return late;
}

/** Bytes that databases which are being opened again may take: each of them looks for room by itself. */
let promised = 0;

/** Throws ENOSPC (or what the file system says) where LevelDB could not write its log anew. To be given back when it has. */
async function takeRoom(location: string): Promise<() => void> {
  const logs = (await readdir(location)).filter((name) => name.endsWith('.log'));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(location, name))).size));
  const wanted = sizes.reduce((sum, size) => sum + size, SPARE);
  const { bavail, bsize } = await statfs(location);
  if (bavail * bsize < wanted + promised) throw new Error('ENOSPC: no space left on device');
  promised += wanted;
  const giveBack = (): void => void (promised -= wanted);
  try {
    // A quota or a read-only file system shows only when something is written.
    const probe = join(location, 'probe');
    await writeFile(probe, ' '.repeat(4096));
    await rm(probe);
  } catch (error) {
    giveBack();
    throw error;
  }
  return giveBack;
}
