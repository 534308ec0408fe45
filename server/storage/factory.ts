import { join } from 'node:path';
import { openCouch } from './couchdb.ts';
import type { OnNode } from './nodes.ts';
import { assertComplete, openEmbedded } from './embedded.ts';
import type { Storage } from './types.ts';

export interface StorageOptions {
  /** With credentials; null means embedded. */
  couchUrl: string | null;
  /** Data folder of the server; the embedded databases lie in its folder `databases`. */
  dataDir: string;
  /** Told of each failure of a follower, which then starts again by itself. */
  onFailure?(name: string, error: unknown): void;
  /** Told of nodes of a CouchDB that are lost and that answer again. */
  onNode?: OnNode;
}

/** The one place that knows which storage there is. */
export async function openStorage({
  couchUrl,
  dataDir,
  onFailure,
  onNode,
}: StorageOptions): Promise<Storage> {
  if (couchUrl !== null) return openCouch({ url: couchUrl, onFailure, onNode });
  const folder = join(dataDir, 'databases');
  await assertComplete(folder);
  return openEmbedded({ folder, onFailure });
}
