import { openTestStorage } from '../../../server/testing/storage.ts';
import type { Database, Storage } from '../../../server/storage/types.ts';
import type { AnyDoc } from '../deps.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A server that can be put back to an earlier state, as by a backup put back or by a power cut. */
export class ServerPast {
  private kept: Storage | null = null;
  current: TestServer;

  constructor(server: TestServer) {
    this.current = server;
  }

  async backup(): Promise<void> {
    await this.kept?.close();
    this.kept = await copyOf(this.current.built.storage);
  }

  /** Everything since the backup is gone, and another server answers. */
  async restore(): Promise<void> {
    if (this.kept === null) return;
    await this.replace(await copyOf(this.kept));
  }

  /** The newest changes of one database are gone, each with all that its document ever was. */
  async loseTail(name: string, changes: number): Promise<void> {
    await this.replace(await copyOf(this.current.built.storage, { name, changes }));
  }

  async close(): Promise<void> {
    await this.kept?.close();
    await this.current.close();
  }

  private async replace(storage: Storage): Promise<void> {
    const before = this.current;
    this.current = await startTestServer({ storage });
    await before.close();
  }
}

async function copyOf(storage: Storage, without?: { name: string; changes: number }): Promise<Storage> {
  const copy = await openTestStorage(storage.kind === 'couchdb' ? 'couchdb' : 'memory');
  for (const name of await storage.list()) {
    const docs = await leavesOf(await storage.open(name), without?.name === name ? without.changes : 0);
    const db = await copy.open(name);
    if (docs.length > 0) await db.bulkDocs(docs as never, { new_edits: false });
  }
  return copy;
}

/** Every leaf, in the order of the changes, without those of the newest ones; the event itself always stays. */
async function leavesOf(db: Database, without: number): Promise<AnyDoc[]> {
  const { results } = await db.changes({ since: 0, style: 'all_docs' });
  const kept = results.filter(({ id }, index) => index < results.length - without || id === 'event');
  const docs = kept.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
  if (docs.length === 0) return [];
  const found = await db.bulkGet({ docs, revs: true, attachments: true });
  const leaves = found.results.flatMap(({ docs: ofOne }) => ofOne);
  // The server goes on meanwhile: what was replaced since may be gone already.
  if (leaves.some((leaf) => !('ok' in leaf))) return leavesOf(db, without);
  return leaves.flatMap((leaf) => ('ok' in leaf ? [leaf.ok as AnyDoc] : []));
}
