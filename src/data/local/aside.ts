import { isInScope, isOfOthers, type CopyScope } from '#domain/rights/reach.ts';
import type { Deps } from '../deps.ts';
import type { WireDoc } from '../net/remote.ts';
import { localName, openLocal, type LocalDatabase } from './database.ts';
import type { DatabasePool } from './pool.ts';
import { NO_COPY, putUnsent, readCopy, readLedger, writeCopy, writeLedger } from './positions.ts';
import { readWhatCanBeRead } from './rescue.ts';

/*
 * What a device may hold follows its user's role (decision 17). A copy that holds more
 * is replaced by an empty one; what of it was never pushed is put aside into a database that no screen opens, and comes
 * back as far as the role allows, now or after another login.
 */

const asideName = (userId: string, eventId: string): string => `${localName(userId, eventId)}-ASIDE`;
const key = (userId: string): string => `foyer-aside-${userId}`;
const listed = (deps: Deps, userId: string): string[] =>
  (deps.storage.getItem(key(userId)) ?? '').split(' ').filter((id) => id !== '');

/**
 * Brings a copy in line with what its user may hold. True when it was replaced or got something back. One tab at a time.
 */
export async function fitCopy(
  deps: Deps,
  pool: DatabasePool,
  { userId, eventId, scope }: { userId: string; eventId: string; scope: CopyScope },
): Promise<boolean> {
  const unlock = await deps.acquireLock(`foyer-fit-${userId}-${eventId}`, new AbortController().signal);
  try {
    return await fit(deps, pool, userId, eventId, scope);
  } finally {
    unlock();
  }
}

async function fit(
  deps: Deps,
  pool: DatabasePool,
  userId: string,
  eventId: string,
  scope: CopyScope,
): Promise<boolean> {
  const isWide = scope === 'door' && (await holdsAll(pool, eventId));
  if (isWide) await empty(deps, pool, userId, eventId);
  const hasAside = listed(deps, userId).includes(eventId);
  if (hasAside) await bringBack(deps, pool, userId, eventId, scope);
  return isWide || hasAside;
}

/** How many documents are put aside that are not in the copy. */
export async function countAside(deps: Deps, userId: string, eventId: string): Promise<number> {
  if (!listed(deps, userId).includes(eventId)) return 0;
  const aside = await openLocal(deps, asideName(userId, eventId));
  try {
    const brought = (await aside.readLocal('foyer-brought'))?.['scope'] === 'door';
    return (await leavesOf(aside)).filter(({ _id }) => !brought || !isInScope('door', _id)).length;
  } finally {
    await aside.close();
  }
}

/** The event goes from this device, and with it what was put aside. */
export async function dropAside(deps: Deps, userId: string, eventId: string): Promise<void> {
  if (!listed(deps, userId).includes(eventId)) return;
  const aside = await openLocal(deps, asideName(userId, eventId));
  await aside.destroy();
  unlist(deps, userId, eventId);
}

async function holdsAll(pool: DatabasePool, eventId: string): Promise<boolean> {
  const { db, release } = await pool.open(eventId);
  try {
    const { complete, bundle, scope } = await readCopy(db);
    return (complete && scope === 'all') || bundle?.scope === 'all';
  } finally {
    await release();
  }
}

/** Durable aside before anything is deleted: a crash in between repeats it. */
async function empty(deps: Deps, pool: DatabasePool, userId: string, eventId: string): Promise<void> {
  const { docs } = await readWhatCanBeRead(deps, localName(userId, eventId));
  if (docs.length > 0) {
    const aside = await openLocal(deps, asideName(userId, eventId));
    deps.storage.setItem(key(userId), [...new Set([...listed(deps, userId), eventId])].join(' '));
    await aside.use((pouch) => pouch.bulkDocs(docs, { new_edits: false }));
    await aside.writeLocal('foyer-brought', { scope: null });
    await aside.close();
  }
  await pool.destroy(eventId);
  const { db, release } = await pool.open(eventId);
  await writeCopy(db, NO_COPY);
  await release();
}

async function bringBack(
  deps: Deps,
  pool: DatabasePool,
  userId: string,
  eventId: string,
  scope: CopyScope,
): Promise<void> {
  const aside = await openLocal(deps, asideName(userId, eventId));
  const before = (await aside.readLocal('foyer-brought'))?.['scope'] ?? null;
  if (before === scope) return aside.close();
  const docs = (await leavesOf(aside)).filter(
    ({ _id }) => isInScope(scope, _id) && (before === null || !isInScope('door', _id)),
  );
  const { db, release } = await pool.open(eventId);
  await putUnsent(db, docs);
  // Merged with others' work and signed by them, as a member's unsent work may be: at a door it would pass for the server's and be left
  // unsent without a word. What the server has after all, the first pull takes from the list.
  const [reason, time] = ['forbidden_role', deps.wall()];
  const signedByOthers = docs.filter((doc) => isOfOthers(scope, userId, doc));
  if (signedByOthers.length > 0)
    await writeLedger(db, [
      ...(await readLedger(db)),
      ...signedByOthers.map(({ _id: id, _rev: rev }) => ({ id, rev, reason, time })),
    ]);
  await release();
  if (scope === 'door') {
    await aside.writeLocal('foyer-brought', { scope });
    return aside.close();
  }
  await aside.destroy();
  unlist(deps, userId, eventId);
}

function unlist(deps: Deps, userId: string, eventId: string): void {
  const left = listed(deps, userId).filter((id) => id !== eventId);
  if (left.length > 0) deps.storage.setItem(key(userId), left.join(' '));
  else deps.storage.removeItem(key(userId));
}

async function leavesOf(db: LocalDatabase): Promise<WireDoc[]> {
  const { results } = await db.use((pouch) => pouch.changes({ style: 'all_docs' }));
  const docs = results.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
  if (docs.length === 0) return [];
  const found = await db.use((pouch) => pouch.bulkGet({ docs, revs: true, attachments: true }));
  return found.results.flatMap(({ docs: leaves }) =>
    leaves.flatMap((leaf) => ('ok' in leaf ? [leaf.ok as unknown as WireDoc] : [])),
  );
}
