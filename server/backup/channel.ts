import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { explain } from '../process/explain.ts';
import type { Storage } from '../storage/types.ts';
import { BackupError } from './entries.ts';
import { toLines } from './file.ts';
import { linesOf } from './lines.ts';
import { readStorage } from './read.ts';

/*
 * LevelDB belongs to one process, so a backup of a running server is asked of it: on a port of this machine that is
 * told, with a key for this run, in a file of DATA_DIR that nobody else may read. Who reads DATA_DIR has everything anyway.
 */

const FILE = 'backup-channel';
const place = z.object({ port: z.number(), key: z.string() });

/** Opens the channel of a running server. Resolves with its end. */
export async function openChannel(storage: Storage, dataDir: string): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('base64url');
  const expected = new TextEncoder().encode(`Bearer ${key}`);
  const server = createServer((message, reply) => {
    const given = new TextEncoder().encode(message.headers.authorization ?? '');
    const may = given.length === expected.length && timingSafeEqual(given, expected);
    if (!may || message.method !== 'GET' || message.url !== '/') {
      reply.writeHead(may ? 404 : 401).end();
      return;
    }
    reply.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const lines = orWhyNot(toLines(readStorage(storage, dataDir, () => undefined)));
    // What breaks off here is noticed there: the last line is missing.
    pipeline(Readable.from(lines, { objectMode: false }), reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  const path = join(dataDir, FILE);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify({ port, key }), { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
  return async () => {
    await rm(path, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

const failure = z.object({ failed: z.string() });

/** What goes wrong in the middle is the last line: whoever asked is to be told, and is another process. */
async function* orWhyNot(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    const why = error instanceof BackupError ? error.message : explain(error);
    yield `${JSON.stringify({ failed: why })}\n`;
  }
}

/** What stands there; null where nothing does, or what a power cut left of it. */
async function told(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The lines of a backup from the server that runs on this DATA_DIR. */
export async function* askRunning(dataDir: string): AsyncGenerator<string> {
  const parsed = place.safeParse(await told(join(dataDir, FILE)));
  if (!parsed.success)
    throw new BackupError(`the server that uses DATA_DIR ${dataDir} cannot be asked: stop it first`);
  const { port, key } = parsed.data;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const silent = ({ message }: Error): void =>
      reject(
        new BackupError(
          `the server that uses DATA_DIR ${dataDir} does not answer (${message}): it is starting or ending, try again`,
        ),
      );
    request({ host: '127.0.0.1', port, path: '/', headers }, resolve).once('error', silent).end();
  });
  if (reply.statusCode !== 200) throw new BackupError(`the running server refused: ${reply.statusCode}`);
  try {
    for await (const line of linesOf(reply)) {
      if (line.startsWith('{"failed":')) throw new BackupError(failure.parse(JSON.parse(line)).failed);
      yield `${line}\n`;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new BackupError('the running server ended before the backup did: try again');
  }
}
