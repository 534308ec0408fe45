import { canonical, digest } from '#domain/canonical.ts';
import { MAX_AHEAD_MS } from '#domain/checkins/admissions.ts';
import { checkinsDatedAnew } from '#domain/checkins/datedAnew.ts';
import { closed, type Leaf } from '#domain/conflicts/conflict.ts';
import type { Clock } from '#domain/devices/clock.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import { checkinPrefix, idRange } from '#domain/ids.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { WireDoc } from '../net/remote.ts';
import type { RefusedLedger } from './ledger.ts';
import type { Outbox } from './outbox.ts';

interface Parts {
  db: LocalDatabase;
  outbox: Outbox;
  ledger: RefusedLedger;
  clock: Clock;
}

/**
 * A check-in is never changed. One that this device's clock had dated so far ahead that the server does not take it is known here
 * alone, so another one, of now, stands for it: guests who were let in would be outside at all other doors until its time had come.
 * False where it has to wait for that.
 */
export async function dateCheckinAnew(
  { db, outbox, ledger, clock }: Parts,
  refused: WireDoc,
): Promise<boolean> {
  const { sessionId, clientId, device } = refused as unknown as Checkin;
  const { rows } = await db.use((pouch) =>
    pouch.allDocs({ ...idRange(checkinPrefix(sessionId)), include_docs: true }),
  );
  const checkins = rows
    .map(({ doc }) => doc as unknown as Checkin & { _rev: string })
    .filter((one) => one.clientId === clientId);
  // Went with the one before it.
  if (!checkins.some(({ _id }) => _id === refused._id)) return true;
  const limit = clock.now() + MAX_AHEAD_MS;
  const dated = checkinsDatedAnew(checkins, { deviceId: device.id, limit, now: () => clock.now() });
  if (dated.length === 0) return false;
  const ends = dated.map(({ before }) => closed(leafOf(before)));
  // The server never had them, and is told nothing of their end.
  for (const { _id, _rev } of ends) outbox.known(_id, [_rev]);
  const made = dated.map(({ after }) => leafOf({ ...after, _rev: `1-${digest(canonical(after))}` }));
  // In one piece: neither is lost, and none is there twice.
  await db.use((pouch) => pouch.bulkDocs([...ends, ...made] as never, { new_edits: false }));
  await ledger.record(
    [],
    dated.map(({ before }) => ({ id: before._id, revs: [leafOf(before)._rev] })),
  );
  return true;
}

/** It has one version. */
function leafOf(checkin: Checkin): Leaf {
  const { _rev = '' } = checkin as { _rev?: string };
  return { ...checkin, _rev, _revisions: { start: 1, ids: [_rev.slice(2)] } };
}
