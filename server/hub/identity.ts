import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../base/config.ts';
import { makeFolder } from '../storage/folders.ts';
import { UpstreamError } from './asking.ts';
import type { Upstream } from './upstream.ts';

const identity = z.object({
  /** The central server's address. */
  address: z.string(),
  userId: z.string(),
  name: z.string(),
  token: z.string(),
  /** The central server said that this hub was ended. */
  ended: z.boolean().default(false),
});
/** Who this hub is at the central server. */
export type Identity = z.infer<typeof identity>;

/*
 * A file of DATA_DIR, not a database: a backup of a hub that is put back somewhere does not speak for the hub.
 */
const FILE = 'hub.json';

async function readIdentity(dataDir: string): Promise<Identity | null> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    // That it may not be read says nothing of what is in it.
    throw error;
  });
  if (text === null) return null;
  try {
    return identity.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      'DATA_DIR',
      `has a damaged ${FILE}: remove it and join the hub again with a new code`,
    );
  }
}

export async function writeIdentity(dataDir: string, written: Identity): Promise<void> {
  await makeFolder(resolve(dataDir));
  const draft = join(dataDir, `.${FILE}`);
  await writeFile(draft, JSON.stringify(written), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, FILE));
}

/**
 * Who this hub is: as it was joined before, or by the code. Throws ConfigError where it was never joined and no code
 * helps. A hub that was ended is joined anew by a new code, and keeps what it holds.
 */
export async function joinedAs(
  { address, code }: { address: string; code: string | null },
  dataDir: string,
  upstream: Pick<Upstream, 'join'>,
): Promise<Identity> {
  const known = await readIdentity(dataDir);
  if (known !== null && known.address === address && (!known.ended || code === null)) return known;
  if (code === null)
    throw new ConfigError(
      'FOYER_UPSTREAM_CODE',
      'is missing: this hub is not joined to FOYER_UPSTREAM yet; a manager there gets a code under Users, Hubs',
    );
  const joined = await upstream.join(code).catch((error: unknown) => {
    throw new ConfigError('FOYER_UPSTREAM', whyNot(error));
  });
  if (joined === null) {
    // Still in the environment of a service that starts again.
    if (known?.address === address) return known;
    throw new ConfigError('FOYER_UPSTREAM_CODE', 'is worth nothing (any more): ask a manager for another');
  }
  const fresh: Identity = { address, ...joined, ended: false };
  await writeIdentity(dataDir, fresh);
  return fresh;
}

function whyNot(error: unknown): string {
  const trouble = error instanceof UpstreamError ? error.trouble : null;
  if (trouble === 'update_first') return 'has a newer version of Foyer than this hub: update this one first';
  if (trouble === 'server_outdated')
    return 'has an older version of Foyer than this hub: update that one first';
  return `cannot be reached: ${String(error)}`;
}
