import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncNames } from '../storage/folders.ts';
import { BackupError, entry, type Entries, type Entry } from './entries.ts';
import { linesOf } from './lines.ts';

/** Sums up lines while they pass; the last line of a backup carries the sum of those before it. */
function createSum(): { add(line: string): void; value(): string; lines(): number } {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(line) {
      hash.update(line).update('\n');
      count++;
    },
    value: () => hash.digest('hex'),
    lines: () => count,
  };
}

/** The lines of a backup: one entry each, and a last one that tells how many there were and their sum. */
export async function* toLines(entries: Entries): AsyncGenerator<string> {
  const sum = createSum();
  for await (const one of entries) {
    const line = JSON.stringify(one);
    sum.add(line);
    yield `${line}\n`;
  }
  const lines = sum.lines();
  yield `${JSON.stringify({ done: true, lines, sha256: sum.value() })}\n`;
}

/** The entries of those lines. Throws BackupError where they end early, are damaged, or are none of a backup's. */
async function* fromLines(lines: AsyncIterable<string>, name: string): AsyncGenerator<Entry> {
  const sum = createSum();
  let first = true;
  let last: { done?: unknown; lines?: unknown; sha256?: unknown } | null = null;
  for await (const line of lines) {
    if (last !== null) throw new BackupError(`${name} goes on after its end`);
    const value = parse(line);
    if ((value as { done?: unknown } | null)?.done === true) {
      last = value as { done: unknown };
      continue;
    }
    const parsed = entry.safeParse(value);
    if (!parsed.success || (first && !('foyer' in parsed.data))) {
      throw new BackupError(
        first ? `${name} is no backup of Foyer` : `${name} is damaged in line ${sum.lines() + 1}`,
      );
    }
    first = false;
    sum.add(line);
    yield parsed.data;
  }
  if (last === null) throw new BackupError(`${name} is cut off: its end is missing`);
  const right = last.lines === sum.lines() && last.sha256 === sum.value();
  if (!right) throw new BackupError(`${name} is damaged: its content is not what was written`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Writes a backup whole or not at all, readable by its owner only. Throws when the file exists. */
export async function writeBackup(path: string, lines: AsyncIterable<string>): Promise<void> {
  if (await exists(path)) throw new BackupError(`${path} exists already`);
  // Of its own: a second backup to the same name must not take the place of the first one's half.
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(
      Readable.from(lines, { objectMode: false, highWaterMark: 256 * 1024 }),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
    );
    const file = await open(draft, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncNames(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new BackupError(`${path} cannot be written: ${message}`);
  }
}

/** The entries of a backup's file, from its beginning at each call. */
export async function* readBackup(path: string): AsyncGenerator<Entry> {
  if (!(await exists(path))) throw new BackupError(`${path} does not exist`);
  const file = createReadStream(path);
  const text = createGunzip();
  file.on('error', (error) => text.destroy(error));
  try {
    yield* fromLines(linesOf(file.pipe(text)), path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError) throw new BackupError(`${path} is damaged: a line of it does not end`);
    if (code.startsWith('Z_')) throw new BackupError(`${path} is damaged or cut off (${message})`);
    throw error;
  } finally {
    file.destroy();
    text.destroy();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
