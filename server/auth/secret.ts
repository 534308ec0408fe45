import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../base/config.ts';
import { makeFolder } from '../storage/folders.ts';

const FILE = 'token-secret';

/**
 * The key that signs tokens: TOKEN_SECRET, or one made at the first start and kept in DATA_DIR (mode 0600). Written
 * whole or not at all: two servers that start at once end with the same one.
 */
export async function tokenSecret(given: string | null, dataDir: string): Promise<Uint8Array> {
  if (given !== null) return new TextEncoder().encode(given);
  const path = join(dataDir, FILE);
  const known = await readSecret(path);
  if (known !== null) return known;
  await makeFolder(resolve(dataDir));
  const draft = join(dataDir, `.${FILE}-${process.pid}-${randomBytes(4).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(48).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike rename, link never replaces a secret that another process has just put there.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const secret = await readSecret(path);
  if (secret === null) throw new Error(`${path} could not be written`);
  return secret;
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length < 32) {
      throw new ConfigError(
        'TOKEN_SECRET',
        `of ${path} is damaged: remove the file to make a new one (all logins end)`,
      );
    }
    return new TextEncoder().encode(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
