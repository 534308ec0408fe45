import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../base/config.ts';
import { makeFolder } from '../storage/folders.ts';

/** A key that is made at the first start, unless the environment has one. */
interface Kept {
  file: string;
  /** The variable of the environment that takes its place. */
  variable: string;
  /** What a new one costs. */
  lost: string;
}

const TOKEN_SECRET: Kept = { file: 'token-secret', variable: 'TOKEN_SECRET', lost: 'all logins end' };
const SERVICES_KEY: Kept = {
  file: 'services-key',
  variable: 'SERVICES_KEY',
  lost: 'passwords and keys of all services are to be typed again',
};

/** The key that signs tokens: TOKEN_SECRET, or one made at the first start and kept in DATA_DIR. */
export const tokenSecret = (given: string | null, dataDir: string): Promise<Uint8Array> =>
  keptSecret(TOKEN_SECRET, given, dataDir);

/** The key that encrypts passwords and keys of services: SERVICES_KEY, or one made and kept like that of tokens. */
export const servicesKey = (given: string | null, dataDir: string): Promise<Uint8Array> =>
  keptSecret(SERVICES_KEY, given, dataDir);

/** Mode 0600. Written whole or not at all: two servers that start at once end with the same one. */
async function keptSecret(kept: Kept, given: string | null, dataDir: string): Promise<Uint8Array> {
  if (given !== null) return new TextEncoder().encode(given);
  const path = join(dataDir, kept.file);
  const known = await readSecret(kept, path);
  if (known !== null) return known;
  await makeFolder(resolve(dataDir));
  const draft = join(dataDir, `.${kept.file}-${process.pid}-${randomBytes(4).toString('hex')}`);
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
  const secret = await readSecret(kept, path);
  if (secret === null) throw new Error(`${path} could not be written`);
  return secret;
}

async function readSecret({ variable, lost }: Kept, path: string): Promise<Uint8Array | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length < 32) {
      throw new ConfigError(variable, `of ${path} is damaged: remove the file to make a new one (${lost})`);
    }
    return new TextEncoder().encode(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
