import type { Deps } from '../deps.ts';
import type { WireDoc } from '../net/remote.ts';
import { localName, openLocal, type LocalDatabase } from './database.ts';
import type { DatabasePool } from './pool.ts';
import {
  NO_COPY,
  putUnsent,
  readLedger,
  readPushed,
  writeCopy,
  writeLedger,
  type Ledger,
} from './positions.ts';

/**
 * Replaces a damaged local database by an empty one that holds what was not pushed and could still be read, each
 * revision as it was. The next first pull brings the rest. Returns the number of rescued documents.
 */
export async function rescue(
  deps: Deps,
  pool: DatabasePool,
  userId: string,
  eventId: string,
): Promise<number> {
  const name = localName(userId, eventId);
  const { docs, ledger } = await readWhatCanBeRead(deps, name);
  await pool.destroy(eventId).catch(async (error: unknown) => {
    deps.report(error);
    // The adapter could not open it; the browser may still be able to delete it.
    await deps.removeDatabase(name);
  });
  const { db, release } = await pool.open(eventId);
  try {
    await putUnsent(db, docs);
    await writeLedger(db, ledger);
    await writeCopy(db, NO_COPY);
    return docs.length;
  } finally {
    await release();
  }
}

/** What the server may not have, each revision as it is. */
export async function readWhatCanBeRead(
  deps: Deps,
  name: string,
): Promise<{ docs: WireDoc[]; ledger: Ledger }> {
  let db: LocalDatabase;
  try {
    db = await openLocal(deps, name);
  } catch (error) {
    deps.report(error);
    return { docs: [], ledger: [] };
  }
  const since = await readPushed(db).catch(() => 0);
  const ledger = await readLedger(db).catch(() => []);
  const wanted = ledger.map(({ id, rev }) => ({ id, rev }));
  const docs: WireDoc[] = [];
  try {
    const changes = await db.use((pouch) => pouch.changes({ since: since ?? 0, style: 'all_docs' }));
    for (const row of changes.results) for (const { rev } of row.changes) wanted.push({ id: row.id, rev });
  } catch (error) {
    deps.report(error);
  }
  // One by one: a damaged document must not take its neighbours with it.
  for (const one of wanted) {
    try {
      const found = await db.use((pouch) => pouch.bulkGet({ docs: [one], revs: true, attachments: true }));
      for (const { docs: leaves } of found.results) {
        for (const leaf of leaves) if ('ok' in leaf) docs.push(leaf.ok as unknown as WireDoc);
      }
    } catch (error) {
      deps.report(error);
    }
  }
  await db.close();
  return { docs, ledger };
}
