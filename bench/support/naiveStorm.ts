import { setTimeout as delay } from 'node:timers/promises';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';
import type { Session } from '#domain/documents/session.ts';
import { guardChanges } from '../../server/storage/guards.ts';
import { naiveSession } from './naiveSession.ts';
import { resolveConflict, type Leaf } from '#domain/conflicts/conflict.ts';

PouchDB.plugin(memory);
PouchDB.plugin(replication);

type SessionDatabase = PouchDB.Database<Record<string, unknown>>;
const ID = 'session_naive';

/**
 * The baseline of `storm`: a check-in changes the entry and rewrites the session; live replication in both
 * directions with a database in the same process (so without any network), conflicts merged per entry by whoever
 * sees them, with revisions as PouchDB makes them.
 */
export async function naiveStorm({
  devices,
  checkIns,
  giveUpMs,
}: {
  devices: number;
  checkIns: number;
  giveUpMs: number;
}): Promise<{ seconds: number; agreed: boolean; lost: number }> {
  const run = Math.random().toString(36).slice(2);
  const open = (name: string): SessionDatabase => {
    const db: SessionDatabase = new PouchDB(`naive-${run}-${name}`, {
      adapter: 'memory',
      auto_compaction: true,
    });
    guardChanges(db);
    return db;
  };
  const central = open('central');
  await central.put(naiveSession(devices * checkIns) as unknown as Record<string, unknown>);
  const doors = await Promise.all(
    Array.from({ length: devices }, async (_, index) => {
      const db = open(String(index));
      await db.replicate.from(central);
      return db;
    }),
  );
  await Promise.all(doors.map((db, index) => work(db, index, checkIns)));
  const start = performance.now();
  const links = doors.map((db) => db.sync(central, { live: true, retry: true }));
  const deadline = start + giveUpMs;
  let missing = await missingIn(doors, devices * checkIns);
  while (missing > 0 && performance.now() < deadline) {
    for (const db of doors) await mergeHere(db);
    // Nothing tells when replicators have nothing left to do with each other's merges: look again shortly.
    await delay(50);
    missing = await missingIn(doors, devices * checkIns);
  }
  const seconds = (performance.now() - start) / 1000;
  for (const link of links) link.cancel();
  await Promise.all([...doors, central].map((db) => db.destroy()));
  return { seconds, agreed: missing === 0, lost: missing };
}

async function work(db: SessionDatabase, index: number, checkIns: number): Promise<void> {
  for (let step = 0; step < checkIns; step++) {
    const session = (await db.get(ID)) as unknown as Session;
    const entry = session.clients[index * checkIns + step];
    if (entry !== undefined) Object.assign(entry, { checkInTime: Date.now(), updatedTime: Date.now() });
    await db.put(session as unknown as Record<string, unknown> & { _id: string });
  }
}

async function mergeHere(db: SessionDatabase): Promise<void> {
  const leaves = (await db.get(ID, { open_revs: 'all', revs: true })).flatMap((leaf) =>
    'ok' in leaf && !('_deleted' in leaf.ok) ? [leaf.ok as unknown as Leaf] : [],
  );
  if (leaves.length < 2) return;
  const winner = await db.get(ID);
  const { merged } = resolveConflict(leaves);
  const { _revisions, ...content } = merged;
  const losers = leaves.filter((leaf) => leaf._rev !== winner._rev);
  await db.bulkDocs([
    { ...content, _id: ID, _rev: winner._rev },
    ...losers.map(({ _rev }) => ({ _id: ID, _rev, _deleted: true })),
  ]);
}

/** Check-ins that a door lacks, summed over the doors; a session still in conflict counts as it reads. */
async function missingIn(doors: readonly SessionDatabase[], wanted: number): Promise<number> {
  const counts = await Promise.all(
    doors.map(async (db) => {
      const session = (await db.get(ID)) as unknown as Session;
      return wanted - session.clients.filter(({ checkInTime }) => checkInTime !== null).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
